module linnet/tools/goclient

go 1.26.0
