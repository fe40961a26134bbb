module linnet/tools/words

go 1.26
