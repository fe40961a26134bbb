package journal

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// maxFile is the most that is read of one file, in bytes.
const maxFile = 1 << 30

// recover finds the segments of an earlier process, oldest first. Unused ones
// are deleted, those that hold no intact frame are set aside.
func (j *Journal) recover() error {
	names, err := j.list()
	if err != nil {
		return err
	}
	paths := j.spilled()
	for _, name := range names {
		paths = append(paths, filepath.Join(j.dir, name))
	}
	for _, path := range paths {
		seg, err := j.openSegment(path)
		if err != nil {
			return errors.Join(err, j.closeSegments())
		}
		if seg.used > 0 {
			j.segments = append(j.segments, seg)
			continue
		}
		if err := j.discard(seg); err != nil {
			return errors.Join(fmt.Errorf("journal: %w", err), j.closeSegments())
		}
	}
	slices.SortStableFunc(j.segments, func(a, b *segment) int { return cmp.Compare(a.base, b.base) })
	j.findGaps(len(paths) == 0)
	return nil
}

// list returns the names of the segment files, counts those that were set
// aside, and finds a number for the next one.
func (j *Journal) list() ([]string, error) {
	entries, err := os.ReadDir(j.dir)
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	var names []string
	for _, e := range entries {
		n, setAside, ok := segmentNumber(e.Name())
		if !ok {
			continue
		}
		j.next = max(j.next, n+1)
		if setAside {
			j.counts.setAside++
			continue
		}
		names = append(names, e.Name())
	}
	return names, nil
}

func (j *Journal) closeSegments() error {
	var errs []error
	for _, s := range j.segments {
		errs = append(errs, s.file.Close())
	}
	return errors.Join(errs...)
}

// openSegment opens a file of an earlier process and finds its frames. used is
// 0 when there are none; damaged is set when it held more than was found.
func (j *Journal) openSegment(path string) (*segment, error) {
	f, err := j.opts.open(path)
	if err != nil {
		return nil, err
	}
	seg := &segment{path: path, file: f, full: true, sealed: true}
	info, err := os.Stat(path)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("journal: %w", err), f.Close())
	}
	head := make([]byte, min(info.Size(), headerSize))
	if _, err := readAvailable(f, head, 0); err != nil {
		return nil, errors.Join(fmt.Errorf("journal: %w", err), f.Close())
	}
	if laterVersion(head) {
		return nil, errors.Join(fmt.Errorf("%w: %s has the format %q", ErrVersion, path, head[:len(magic)]), f.Close())
	}
	h, ok := parseHeader(head)
	if ok && h.used > 0 && info.Size() >= int64(h.format.header+h.used) {
		seg.format, seg.base, seg.used = h.format, h.base, h.used
		return seg, nil // sealed: Read finds damage, if there is any
	}
	data := make([]byte, min(info.Size(), maxFile))
	if _, err := readAvailable(f, data, 0); err != nil {
		return nil, errors.Join(fmt.Errorf("journal: %w", err), f.Close())
	}
	j.scanSegment(seg, h, ok, data)
	return seg, nil
}

// scanSegment finds the frames of a file that was not sealed, is shorter than
// it was, or has a damaged header (intact is false).
func (j *Journal) scanSegment(seg *segment, h header, intact bool, data []byte) {
	size := int64(len(data))
	if !intact {
		if nonZero(data) == 0 {
			return // created and never used
		}
		h = deriveHeader(data)
	}
	seg.format, seg.base = h.format, h.base
	var torn int
	if body := h.format.header; len(data) > body {
		seg.used, torn = h.format.scan(data[body:], h.base)
	}
	switch short := h.used - seg.used; {
	case !intact:
		j.damage(seg, uint64(torn))
		j.opts.Log.Error("journal file has a damaged header", "file", seg.path, "recoveredBytes", seg.used, "damagedBytes", torn)
	case h.used > 0:
		j.damage(seg, uint64(short))
		j.opts.Log.Error("journal file is cut off", "file", seg.path, "missingBytes", short)
	case size < h.reserved:
		j.damage(seg, uint64(torn))
		j.opts.Log.Error("journal file is cut off", "file", seg.path, "size", size, "expectedSize", h.reserved)
	case torn > 0:
		j.counts.torn++ // an interrupted write, whose appends did not return
		j.counts.skipped += uint64(torn)
		j.opts.Log.Warn("incomplete record at the end of the journal dropped", "file", seg.path, "bytes", torn)
	}
}

// deriveHeader returns the header of a file from its frames. Without any it
// begins at position 0 and holds nothing.
func deriveHeader(data []byte) header {
	if len(data) > headerSize {
		if base, ok := formatV2().derive(data[headerSize:]); ok {
			return header{format: formatV2(), base: base}
		}
	}
	return header{format: formatV2()}
}

// findGaps reports records that are missing between the position that the
// consumer has reached, if it is known, and the segments, and between segments.
func (j *Journal) findGaps(empty bool) {
	if empty && j.opts.After > 0 {
		j.opts.Log.Warn("journal folder is empty; clicks that waited in it are missing", "dir", j.dir)
	}
	expected := j.opts.After
	if j.opts.AfterUnknown && len(j.segments) > 0 {
		expected = j.segments[0].base
	}
	for _, s := range j.segments {
		if s.base > expected {
			j.counts.missing += s.base - expected
			j.opts.Log.Error("journal file is missing", "from", expected, "to", s.base, "bytes", s.base-expected)
		}
		expected = max(expected, s.end())
	}
}
