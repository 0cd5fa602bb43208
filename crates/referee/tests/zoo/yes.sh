# Prints "y" without end, and never reads.
exec yes
