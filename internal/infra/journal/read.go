package journal

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"syscall"
)

// Sizes of reads.
const (
	readChunk = 512 << 10 // at least one whole frame
	readPage  = 4 << 10   // the unit that is given up when a disk cannot read it
)

// reader is the consumer's state.
type reader struct {
	buf     []byte
	skipped uint64 // position after the last damaged bytes
}

// chunk is a piece of the journal.
type chunk struct {
	data   []byte
	pos    uint64 // position of data[0]
	format format
	seg    *segment // nil: from memory
	last   bool     // data reaches the end of the segment or block
}

// Read passes the records after a position to visit, oldest first, and returns
// the position that it reached. It stops at the position through, after limit records,
// at the end, or when visit returns an error, which it passes on. It never waits for
// records.
// The record is only valid until visit returns. Damaged bytes are skipped,
// counted (Stats) and logged.
func (j *Journal) Read(after, through uint64, limit int, visit func(record []byte) error) (uint64, error) {
	for limit > 0 && after < through {
		c, err := j.fetch(after)
		if err != nil || len(c.data) == 0 {
			return after, err
		}
		after = c.pos
		visited := 0
		for visited < limit && after < through {
			record, n, ok := c.format.parse(c.data[after-c.pos:], after)
			if !ok {
				break
			}
			if err := visit(record); err != nil {
				return after, err
			}
			after += uint64(n)
			visited++
		}
		limit -= visited
		if visited == 0 && after < through {
			after += uint64(j.skip(c))
		}
	}
	return after, nil
}

// fetch returns the piece of the journal that follows a position; empty: there
// is nothing.
func (j *Journal) fetch(after uint64) (chunk, error) {
	if j.read.buf == nil {
		j.read.buf = make([]byte, readChunk)
	}
	j.mu.Lock()
	for _, s := range j.segments {
		if s.end() > after {
			c := chunk{pos: max(after, s.base), format: s.format, seg: s}
			n := min(int(s.end()-c.pos), readChunk)
			c.last = c.pos+uint64(n) == s.end()
			offset := int64(s.format.header) + int64(c.pos-s.base)
			j.mu.Unlock()
			c.data = j.read.buf[:n]
			return c, j.readFile(s, c.data, offset)
		}
	}
	defer j.mu.Unlock()
	for _, b := range j.queue {
		if b.end() > after {
			c := chunk{pos: max(after, b.base), format: formatV2(), last: true}
			c.data = j.read.buf[:copy(j.read.buf, b.data[c.pos-b.base:])]
			return c, nil
		}
	}
	return chunk{}, nil
}

// readFile fills buf from a segment's file. Parts that the disk cannot read
// are zeros afterwards, which the caller skips as damaged.
func (j *Journal) readFile(s *segment, buf []byte, offset int64) error {
	bad, err := readAvailable(s.file, buf, offset)
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	if bad > 0 {
		j.opts.Log.Error("journal file cannot be read in parts", "file", s.path, "bytes", bad)
	}
	return nil
}

// readAvailable fills buf. It returns how many bytes are missing from the
// file or cannot be read; they are zeros afterwards.
func readAvailable(f io.ReaderAt, buf []byte, offset int64) (bad int, err error) {
	n, err := f.ReadAt(buf, offset)
	if n == len(buf) {
		return 0, nil
	}
	if !errors.Is(err, io.EOF) && !errors.Is(err, syscall.EIO) {
		return 0, err
	}
	for page := range slices.Chunk(buf, readPage) {
		n, err := f.ReadAt(page, offset)
		if n < len(page) && !errors.Is(err, io.EOF) {
			n = 0 // a failed read leaves no defined bytes
		}
		clear(page[n:])
		bad += len(page) - n
		offset += int64(len(page))
	}
	return bad, nil
}

// skip returns how many bytes lie between the start of a chunk, which is no
// intact frame, and the next frame.
func (j *Journal) skip(c chunk) int {
	n := len(c.data)
	if i := c.format.find(c.data[1:], c.pos+1); i >= 0 {
		n = 1 + i
	} else if !c.last {
		n -= maxFrame - 1 // a frame may begin there and end in the next chunk
	}
	continued := j.read.skipped == c.pos && c.pos > 0
	j.read.skipped = c.pos + uint64(n)
	if c.seg == nil {
		return n // memory is not expected to be damaged
	}
	j.mu.Lock()
	j.damage(c.seg, uint64(n))
	j.mu.Unlock()
	if !continued {
		j.opts.Log.Error("journal records are damaged", "file", c.seg.path, "position", c.pos, "bytes", n)
	}
	return n
}

// Forget removes the records up to a position: it deletes segments that hold
// nothing after it, or renames those that are damaged. The last segment stays.
func (j *Journal) Forget(upTo uint64) error {
	j.files.Lock()
	defer j.files.Unlock()
	j.mu.Lock()
	n := 0
	for n < len(j.segments)-1 && j.segments[n].end() <= upTo {
		n++
	}
	gone := slices.Clone(j.segments[:n])
	j.segments = slices.Delete(j.segments, 0, n)
	j.dequeueConsumed(upTo)
	j.mu.Unlock()
	var errs []error
	for _, s := range gone {
		errs = append(errs, j.discard(s))
	}
	return errors.Join(errs...)
}

// discard removes a segment that nothing refers to any more.
func (j *Journal) discard(s *segment) error {
	err := s.remove()
	if s.damaged && err == nil {
		j.mu.Lock()
		j.counts.setAside++
		j.mu.Unlock()
		j.opts.Log.Warn("damaged journal file set aside", "file", s.path+damagedSuffix)
	}
	return err
}
