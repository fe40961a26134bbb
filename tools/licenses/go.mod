module linnet/tools/licenses

go 1.26.0
