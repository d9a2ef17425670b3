# Packages.
