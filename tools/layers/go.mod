module linnet/tools/layers

go 1.26.0
