module linnet/tools/sizing

go 1.26.0
