package journal

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// File names. Version 1 used another suffix, so that a binary that knows only
// version 1 leaves later files alone instead of deleting them.
const (
	suffix        = ".segment"
	suffixV1      = ".journal"
	damagedSuffix = ".damaged" // follows the suffix of a file that was set aside
)

// segment is one file of the journal.
type segment struct {
	path    string
	file    file
	format  format
	base    uint64 // position of its first frame
	used    int    // bytes of frames that Read may see
	size    int64  // reserved size of the file
	full    bool   // takes no more frames
	sealed  bool   // the header holds the final size, or the file stays as it is
	damaged bool   // bytes were lost: set it aside instead of deleting it
}

func segmentPath(dir string, number uint64) string {
	return filepath.Join(dir, fmt.Sprintf("%012d%s", number, suffix))
}

// segmentNumber returns the number in the name of a segment file; set aside
// says that the file was renamed because it is damaged.
func segmentNumber(name string) (n uint64, setAside, ok bool) {
	name, setAside = strings.CutSuffix(name, damagedSuffix)
	digits, ok := strings.CutSuffix(name, suffix)
	if !ok {
		digits, ok = strings.CutSuffix(name, suffixV1)
	}
	if !ok {
		return 0, false, false
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	return n, setAside, err == nil
}

// newSegment creates a segment file with all its blocks reserved. The error
// wraps ENOSPC when the disk is full or only the reserve is left.
func (j *Journal) newSegment() (*segment, error) {
	j.mu.Lock()
	path := segmentPath(j.dir, j.next)
	j.next++
	backlog := len(j.segments) > minSegments
	j.mu.Unlock()
	size := int64(j.opts.SegmentSize)
	if backlog {
		free, err := j.opts.free(j.dir)
		if err == nil && free < size+j.opts.Reserve {
			return nil, fmt.Errorf("journal: the last %d MiB of free disk space are reserved for the click store: %w",
				j.opts.Reserve>>20, syscall.ENOSPC)
		}
	}
	f, err := j.opts.create(path, size)
	if err != nil {
		return nil, err
	}
	if err := syncDir(j.dir); err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(path))
	}
	return &segment{path: path, file: f, format: formatV2(), size: size}, nil
}

// start writes the header of an empty segment.
func (s *segment) start(base uint64) error {
	s.base = base
	if _, err := s.file.WriteAt(header{base: base, reserved: s.size}.encode(), 0); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}

func (s *segment) end() uint64 { return s.base + uint64(s.used) }

// fits reports whether n bytes of frames that begin at position base can
// follow the last frame.
func (s *segment) fits(base uint64, n int) bool {
	return !s.full && s.end() == base && int64(s.format.header+s.used+n) <= s.size
}

// write writes whole frames behind the last one. The caller advances used.
func (s *segment) write(frames []byte) error {
	if _, err := s.file.WriteAt(frames, int64(s.format.header+s.used)); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}

// seal writes the final size into the header, cuts the reserved rest of the
// file off and syncs it. The file stays open for Read.
func (s *segment) seal() error {
	if _, err := s.file.WriteAt(header{base: s.base, used: s.used}.encode(), 0); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	if err := s.file.Truncate(int64(s.format.header + s.used)); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	if err := s.file.Sync(); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}

// remove deletes the file, or renames it when it is damaged.
func (s *segment) remove() error {
	err := s.file.Close()
	if s.damaged {
		return errors.Join(err, os.Rename(s.path, s.path+damagedSuffix))
	}
	return errors.Join(err, os.Remove(s.path))
}
