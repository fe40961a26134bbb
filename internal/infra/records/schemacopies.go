package records

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// copiesKept is the number of copies before a change of the schema that are kept, and of
// schemas of which the newest copy is: after a migration that failed several times, the
// copy that the earlier binary can open is an older one.
const copiesKept = 2

// schemaCopyName matches the names that backupBefore gives, with the schema and the time.
var schemaCopyName = regexp.MustCompile(`^records-schema(\d+)-(\d{8}T\d{6}\.\d{3}Z)\.db$`)

// pruneSchemaCopies deletes the oldest copies before a change of the schema. It leaves
// files with other names.
func pruneSchemaCopies(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("list the copies of the records: %w", err)
	}
	type copied struct{ name, schema, at string }
	var copies []copied
	for _, e := range entries {
		if parts := schemaCopyName.FindStringSubmatch(e.Name()); parts != nil {
			copies = append(copies, copied{parts[0], parts[1], parts[2]})
		}
	}
	slices.SortFunc(copies, func(a, b copied) int { return strings.Compare(b.at, a.at) }) // newest first
	schemas := map[string]bool{}
	for i, c := range copies {
		newest := !schemas[c.schema] && len(schemas) < copiesKept
		schemas[c.schema] = true
		if i >= copiesKept && !newest {
			err = errors.Join(err, os.Remove(filepath.Join(dir, c.name)))
		}
	}
	if err != nil {
		return fmt.Errorf("delete old copies of the records: %w", err)
	}
	return nil
}
