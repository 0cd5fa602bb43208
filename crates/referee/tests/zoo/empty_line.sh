# An empty line before the move.
read -r colour
read -r board
echo
echo "d3"
sleep 60
