module linnet/tools/chaos

go 1.26.0
