# Prints what it thinks, where only moves belong.
read -r colour
read -r board
echo "thinking depth 4..."
echo "d3"
sleep 60
