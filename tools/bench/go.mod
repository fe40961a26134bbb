module linnet/tools/bench

go 1.26.0
