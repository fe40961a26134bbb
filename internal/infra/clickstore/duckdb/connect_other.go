//go:build !linux

package duckdb

import (
	"fmt"
	"os"
)

// plainPath returns an error: only Linux has other paths of a file.
func plainPath(path string) (plain string, dir *os.File, err error) {
	return "", nil, fmt.Errorf("%s contains #, %% or a control character; rename the folder", path)
}
