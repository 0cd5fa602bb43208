@echo off
rem Compiles everything, and starts the test game of Starter.java (it needs gyoji, inside WSL2 or in the PATH).
rem Edit this file if your Java is somewhere else.
javac -encoding UTF-8 -d classes -sourcepath src src\*.java || exit /b 1
java -cp classes Starter
pause
