@echo off
rem Makes the API's pages: open doc\index.html
javadoc -encoding UTF-8 -charset UTF-8 -d doc -sourcepath src jp.ac.washi.quinte.api
