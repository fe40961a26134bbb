package journal

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
)

// A segment file: a header, then frames without gaps, then zeros.
//
//	header  magic 8 · position of the first frame 8 · bytes of frames 8 (0 while
//	        the segment is in use) · checksum of the position 4 · zeros 4
//	frame   length 4 · CRC-32C of the record 4 · the record
//
// Numbers are little-endian. A position counts bytes of frames since the
// journal began: that of a record is the one after its frame.
const (
	headerSize = 32
	frameSize  = 8
	suffix     = ".journal"
)

const magic = "linnetj1"

// checksum is CRC-32C, which processors compute by themselves.
func checksum(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

// segment is one file of the journal, or a piece of memory in its place.
type segment struct {
	path string
	file *os.File // nil: in memory only
	data []byte   // the mapping or the memory; nil once the segment is done with
	base uint64   // position of its first frame
	used int      // bytes of whole frames; what Read may see
	full bool     // takes no more appends
}

func segmentPath(dir string, number uint64) string {
	return filepath.Join(dir, fmt.Sprintf("%012d%s", number, suffix))
}

// segmentNumber is the inverse of segmentPath.
func segmentNumber(name string) (uint64, bool) {
	digits, ok := strings.CutSuffix(name, suffix)
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	return n, err == nil
}

// createSegment makes a file with all its blocks reserved and maps it. On an
// error nothing is left behind.
func createSegment(path string, opts Options) (*segment, error) {
	file, err := opts.create(path, int64(opts.SegmentSize))
	if err != nil {
		return nil, err
	}
	data, err := mapFile(file, opts.SegmentSize)
	if err != nil {
		return nil, errors.Join(err, file.Close(), os.Remove(path))
	}
	return &segment{path: path, file: file, data: data}, nil
}

// start writes the header.
func (s *segment) start(base uint64) (err error) {
	s.base = base
	defer catchFault(&err, s.path, debug.SetPanicOnFault(true))
	copy(s.data, magic)
	binary.LittleEndian.PutUint64(s.data[8:], base)
	binary.LittleEndian.PutUint32(s.data[24:], checksum(s.data[8:16]))
	return nil
}

func (s *segment) end() uint64 { return s.base + uint64(s.used) }

func (s *segment) fits(record int) bool {
	return !s.full && headerSize+s.used+frameSize+record <= len(s.data)
}

// put adds a frame.
func (s *segment) put(record []byte, sum uint32) (err error) {
	defer catchFault(&err, s.path, debug.SetPanicOnFault(true))
	at := headerSize + s.used
	copy(s.data[at+frameSize:], record)
	binary.LittleEndian.PutUint32(s.data[at+4:], sum)
	binary.LittleEndian.PutUint32(s.data[at:], uint32(len(record)))
	s.used += frameSize + len(record)
	return nil
}

// catchFault turns the fault into an error that the kernel raises (SIGBUS)
// when the file system takes a reserved page back: copy-on-write file systems
// do so when they are full. Deferred; before is what SetPanicOnFault returned.
func catchFault(err *error, path string, before bool) {
	debug.SetPanicOnFault(before)
	r := recover()
	if r == nil {
		return
	}
	fault, ok := r.(interface{ Addr() uintptr })
	if !ok {
		panic(r)
	}
	*err = fmt.Errorf("journal: page fault at %#x of %s", fault.Addr(), path)
}

// seal lets the mapping go, notes in the header how many bytes are in use and
// cuts the rest of the file off. The file stays open for Read.
func (s *segment) seal(mapping []byte) error {
	if err := unmap(mapping); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	var used [8]byte
	binary.LittleEndian.PutUint64(used[:], uint64(s.used))
	if _, err := s.file.WriteAt(used[:], 16); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	if err := s.file.Truncate(int64(headerSize + s.used)); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	if err := s.file.Sync(); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}

// remove deletes the segment from the disk.
func (s *segment) remove() error {
	var errs []error
	if s.file != nil {
		if s.data != nil {
			errs = append(errs, unmap(s.data))
		}
		errs = append(errs, s.file.Close(), os.Remove(s.path))
	}
	s.data, s.file = nil, nil
	return errors.Join(errs...)
}
