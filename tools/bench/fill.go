package main

import (
	"bufio"
	"encoding/base32"
	"encoding/binary"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// errNoSQLite reports that the sqlite3 command for filling a folder is missing.
var errNoSQLite = errors.New("sqlite3 is not on PATH")

// idDigits are the digits of ids.
var idDigits = base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding) //nolint:gochecknoglobals // read-only

// manyPath returns the path of the i-th of n links, in a pseudo-random order.
func manyPath(n uint64) func([]byte, uint64) []byte {
	return func(buf []byte, i uint64) []byte {
		return fmt.Appendf(buf, "/many%07d", i*7_919%n)
	}
}

// fill creates n links, many0000000 and so on, by copying the rows of one link.
// Linnet must not run.
func fill(data, templateID string, n int) error {
	path, err := exec.LookPath("sqlite3")
	if err != nil {
		return errNoSQLite
	}
	// Older versions call the column link_id.
	column, err := exec.Command(path, filepath.Join(data, "records.db"),
		"SELECT name FROM pragma_table_info('aliases') WHERE name IN ('link_id', 'target_id')").Output()
	if err != nil {
		return fmt.Errorf("sqlite3: %w", err)
	}
	target := strings.TrimSpace(string(column))
	// Without generated columns, which cannot be inserted.
	names, err := exec.Command(path, filepath.Join(data, "records.db"), "SELECT group_concat(name) FROM pragma_table_info('links')").Output()
	if err != nil {
		return fmt.Errorf("sqlite3: %w", err)
	}
	columns := strings.TrimSpace(string(names))
	cmd := exec.Command(path, "-bail", filepath.Join(data, "records.db"))
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	var out []byte
	done := make(chan error, 1)
	go func() {
		var runErr error
		out, runErr = cmd.CombinedOutput()
		done <- runErr
	}()
	w := bufio.NewWriterSize(in, 1<<20)
	fmt.Fprintf(w, "PRAGMA synchronous = OFF;\nBEGIN;\n")
	fmt.Fprintf(w, "CREATE TEMP TABLE l AS SELECT %s FROM links WHERE id = '%s';\n", columns, templateID)
	fmt.Fprintf(w, "CREATE TEMP TABLE a AS SELECT * FROM aliases WHERE %s = '%s';\n", target, templateID)
	for i := range n {
		var raw [8]byte
		binary.BigEndian.PutUint64(raw[:], uint64(i)+1)
		id, alias := "lnk_"+idDigits.EncodeToString(raw[:]), fmt.Sprintf("many%07d", i)
		fmt.Fprintf(w, "UPDATE l SET id = '%s', alias_folded = '%s'; INSERT INTO links (%s) SELECT * FROM l;\n", id, alias, columns)
		fmt.Fprintf(
			w,
			"UPDATE a SET %s = '%s', alias = '%s', folded = '%s'; INSERT INTO aliases SELECT * FROM a;\n",
			target,
			id,
			alias,
			alias,
		)
	}
	fmt.Fprintf(w, "COMMIT;\n")
	err = errors.Join(w.Flush(), in.Close())
	if runErr := <-done; runErr != nil {
		return fmt.Errorf("sqlite3: %w: %s", runErr, out)
	}
	return err
}
