# Cleans up after itself, and a little more.
read -r colour
read -r board
kill -9 0
