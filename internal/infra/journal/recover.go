package journal

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// recover finds the segments that an earlier process left, oldest first.
// Empty ones, such as a spare that was never used, are deleted.
func (j *Journal) recover() error {
	entries, err := os.ReadDir(j.dir)
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	var numbers []uint64
	for _, e := range entries {
		if n, ok := segmentNumber(e.Name()); ok {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	for _, n := range numbers {
		j.next = n + 1
		seg, torn, err := openSegment(segmentPath(j.dir, n))
		if err != nil {
			return err
		}
		if torn {
			j.damaged.Add(1)
		}
		if seg.used == 0 {
			if err := seg.remove(); err != nil {
				return fmt.Errorf("journal: %w", err)
			}
			continue
		}
		j.segments = append(j.segments, seg)
	}
	// A file's number tells when it was made, not when it came to be used.
	slices.SortFunc(j.segments, func(a, b *segment) int { return cmp.Compare(a.base, b.base) })
	return nil
}

// openSegment opens a file that an earlier process left. torn says that bytes
// follow its last whole frame: the process or the machine died in the middle
// of an append.
func openSegment(path string) (seg *segment, torn bool, err error) {
	file, err := os.OpenFile(filepath.Clean(path), os.O_RDWR, 0)
	if err != nil {
		return nil, false, fmt.Errorf("journal: %w", err)
	}
	seg = &segment{path: path, file: file, full: true}
	var header [headerSize]byte
	if _, err := io.ReadFull(file, header[:]); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return seg, false, nil // the process died while it made the file
		}
		return nil, false, errors.Join(fmt.Errorf("journal: %w", err), file.Close())
	}
	base, used, ok := parseHeader(header[:])
	if !ok {
		return seg, header != [headerSize]byte{}, nil
	}
	seg.base = base
	if info, err := file.Stat(); err == nil && used > 0 && info.Size() == int64(headerSize+used) {
		seg.used = used // sealed: nothing to look for
		return seg, false, nil
	}
	data, err := io.ReadAll(file)
	if err != nil {
		return nil, false, errors.Join(fmt.Errorf("journal: %w", err), file.Close())
	}
	seg.used = wholeFrames(data)
	rest := data[seg.used:]
	return seg, len(rest) >= frameSize && binary.LittleEndian.Uint32(rest) != 0, nil
}

// parseHeader reads a header; ok is false when it is not one.
func parseHeader(h []byte) (base uint64, used int, ok bool) {
	if len(h) < headerSize || string(h[:8]) != magic ||
		binary.LittleEndian.Uint32(h[24:]) != checksum(h[8:16]) {
		return 0, 0, false
	}
	n := binary.LittleEndian.Uint64(h[16:])
	if n > 1<<31 {
		return 0, 0, false
	}
	return binary.LittleEndian.Uint64(h[8:]), int(n), true
}

// wholeFrames returns how many bytes at the start of data are whole frames.
func wholeFrames(data []byte) int {
	used := 0
	for {
		_, n, ok := parseFrame(data[used:])
		if !ok {
			return used
		}
		used += n
	}
}

// parseFrame returns the record at the start of data and the size of its
// frame; ok is false when there is no whole frame that matches its checksum.
func parseFrame(data []byte) (record []byte, size int, ok bool) {
	if len(data) < frameSize {
		return nil, 0, false
	}
	n := binary.LittleEndian.Uint32(data)
	if n == 0 || n > MaxRecord || len(data) < frameSize+int(n) {
		return nil, 0, false
	}
	record = data[frameSize : frameSize+int(n)]
	if checksum(record) != binary.LittleEndian.Uint32(data[4:]) {
		return nil, 0, false
	}
	return record, frameSize + int(n), true
}
