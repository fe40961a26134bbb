package duckdb

import (
	"fmt"
	"os"
	"path/filepath"
)

// plainPath returns another path of a file, valid while dir is open.
func plainPath(path string) (plain string, dir *os.File, err error) {
	if dir, err = os.Open(filepath.Dir(path)); err != nil {
		return "", nil, err
	}
	return fmt.Sprintf("/proc/self/fd/%d/%s", dir.Fd(), filepath.Base(path)), dir, nil
}
