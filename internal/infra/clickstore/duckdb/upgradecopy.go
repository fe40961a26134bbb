package duckdb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const (
	// copyReserve is the disk space in bytes that must remain free after a copy.
	copyReserve = 64 << 20
	// retainedCopies is the number of copies that are retained, of different versions.
	retainedCopies = 3
)

// ErrNoRoomForCopy reports that the disk has no room for the copy before an
// upgrade.
var ErrNoRoomForCopy = errors.New("no disk space for a copy of the clicks before their upgrade")

// copyBeforeUpgrade copies the file, of that version, and its log to the directory
// backups beside it, for an earlier version of the program. Nothing writes to the file
// yet.
func (s *Store) copyBeforeUpgrade(ctx context.Context, version int) error {
	if s.opts.UpgradeWithoutCopy {
		s.log.WarnContext(ctx, "upgrading clicks without a copy; an older version cannot read them afterwards")
		return nil
	}
	needed := int64(copyReserve)
	for _, path := range []string{s.path, s.path + walSuffix} {
		if info, err := os.Stat(path); err == nil {
			needed += info.Size()
		}
	}
	dir := filepath.Join(filepath.Dir(s.path), "backups")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("create the backup directory: %w", err)
	}
	free, err := s.opts.freeSpace(dir)
	if err != nil {
		return err
	}
	if free < needed {
		return fmt.Errorf("%w: %d MB needed, %d MB free", ErrNoRoomForCopy, needed>>20, free>>20)
	}
	return s.writeCopy(ctx, dir, version)
}

// copySuffix is the suffix of copies, beside which there may be a log.
const copySuffix = ".duckdb"

func (s *Store) writeCopy(ctx context.Context, dir string, version int) error {
	parts, err := filepath.Glob(filepath.Join(dir, "clicks-*.part*"))
	for _, part := range parts { // of a process that was killed
		err = errors.Join(err, os.Remove(part))
	}
	name := filepath.Join(dir, fmt.Sprintf("clicks-v%d-%s%s", version, s.clock.Now().UTC().Format("20060102T150405Z"), copySuffix))
	if err = errors.Join(err, copyFiles(s.path, name+".part")); err != nil {
		return fmt.Errorf("copy the clicks before their upgrade: %w", err)
	}
	if err := errors.Join(ignoreMissing(os.Rename(name+".part"+walSuffix, name+walSuffix)), os.Rename(name+".part", name)); err != nil {
		return fmt.Errorf("copy the clicks before their upgrade: %w", err)
	}
	s.log.InfoContext(ctx, "clicks copied before their upgrade", "file", name)
	if err := s.pruneCopies(ctx, dir); err != nil {
		return fmt.Errorf("delete old copies of the clicks: %w", err)
	}
	return nil
}

// pruneCopies deletes copies except the newest one of each of the retainedCopies versions
// that were copied last.
func (s *Store) pruneCopies(ctx context.Context, dir string) error {
	copies, err := filepath.Glob(filepath.Join(dir, "clicks-v*-*"+copySuffix))
	if err != nil {
		return err
	}
	parse := func(path string) (version, at string) {
		version, at, _ = strings.Cut(strings.TrimPrefix(filepath.Base(path), "clicks-"), "-")
		return version, at
	}
	slices.SortFunc(copies, func(a, b string) int { // the newest first
		versionA, atA := parse(a)
		versionB, atB := parse(b)
		return cmp.Or(cmp.Compare(atB, atA), cmp.Compare(versionB, versionA))
	})
	var retained []string
	for _, path := range copies {
		version, _ := parse(path)
		if len(retained) < retainedCopies && !slices.Contains(retained, version) {
			retained = append(retained, version)
			continue
		}
		if err := errors.Join(os.Remove(path), ignoreMissing(os.Remove(path+walSuffix))); err != nil {
			return err
		}
		s.log.InfoContext(ctx, "old copy of the clicks deleted", "file", path)
	}
	return nil
}
