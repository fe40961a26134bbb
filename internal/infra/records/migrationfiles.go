package records

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

//go:embed migrations/*.sql migrations/*/*.sql
var migrations embed.FS

// migrationFiles are the migrations of one engine: those of all engines, and those in the
// folder with its name, in one order of numbers.
type migrationFiles []fs.FS

func (d *dialect) migrationFiles() (migrationFiles, error) {
	shared, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, fmt.Errorf("read the migrations: %w", err)
	}
	own, err := fs.Sub(shared, d.name)
	if err != nil {
		return nil, fmt.Errorf("read the migrations: %w", err)
	}
	return migrationFiles{shared, own}, nil
}

// Open implements fs.FS.
func (m migrationFiles) Open(name string) (fs.File, error) {
	var err error
	for _, folder := range m {
		var f fs.File
		if f, err = folder.Open(name); !errors.Is(err, fs.ErrNotExist) {
			return f, err
		}
	}
	return nil, err
}

// ReadDir implements fs.ReadDirFS.
func (m migrationFiles) ReadDir(name string) (all []fs.DirEntry, err error) {
	for _, folder := range m {
		entries, err := fs.ReadDir(folder, name)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if !e.IsDir() {
				all = append(all, e)
			}
		}
	}
	slices.SortFunc(all, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return all, nil
}
