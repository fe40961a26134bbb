package journal

import (
	"slices"
	"sync"
)

// Limits of blocks. The writer hands one block to the kernel at a time.
const (
	maxBlock   = 256 << 10 // bytes
	poolBlocks = 2         // empty blocks that are reused
)

// block is a piece of the queue: whole frames in the layout of the disk.
type block struct {
	base     uint64 // position of its first frame
	data     []byte
	records  int
	inFlight bool      // the writer reads data; it must not change
	done     sync.Cond // broadcast when the block is written or appends stop waiting
}

func (b *block) end() uint64 { return b.base + uint64(len(b.data)) }

// blockSize returns the capacity of a block: it must fit into a segment.
func (j *Journal) blockSize() int { return min(maxBlock, j.opts.SegmentSize-headerSize) }

// enqueue adds a record to the last block of the queue, or to a new one while
// the memory limit permits; mu is held.
func (j *Journal) enqueue(record []byte, sum uint32) (*block, error) {
	if j.closed {
		return nil, ErrClosed
	}
	var b *block
	if n := len(j.queue); n > 0 {
		b = j.queue[n-1]
	}
	if b == nil || b.inFlight || len(b.data)+frameSize+len(record) > cap(b.data) {
		if (len(j.queue)+1)*j.blockSize() > j.opts.MemoryLimit {
			j.counts.lost++
			return nil, ErrFull
		}
		b = j.newBlock()
		j.queue = append(j.queue, b)
	}
	b.data = appendFrame(b.data, record, sum, b.end())
	b.records++
	j.end = b.end()
	j.counts.appended++
	return b, nil
}

// newBlock returns an empty block at the end of the journal; mu is held.
func (j *Journal) newBlock() *block {
	n := len(j.pool)
	if n == 0 {
		b := &block{base: j.end, data: make([]byte, 0, j.blockSize())}
		b.done.L = &j.mu
		return b
	}
	b := j.pool[n-1]
	j.pool = j.pool[:n-1]
	b.base, b.data, b.records = j.end, b.data[:0], 0
	return b
}

// dequeue removes block i, whose records are written or consumed, and releases
// the appends that wait for it; mu is held.
func (j *Journal) dequeue(i int) {
	b := j.queue[i]
	j.queue = slices.Delete(j.queue, i, i+1)
	j.durable = max(j.durable, b.end())
	b.done.Broadcast()
	if len(j.pool) < poolBlocks {
		j.pool = append(j.pool, b)
	}
}

// dequeueConsumed removes the blocks that hold nothing after a position. The
// block in flight stays, and at least one for the writer's next attempt; mu is
// held.
func (j *Journal) dequeueConsumed(upTo uint64) {
	i := 0
	for len(j.queue) > 1 && i < len(j.queue) && j.queue[i].end() <= upTo {
		if j.queue[i].inFlight {
			i++
			continue
		}
		j.dequeue(i)
	}
}

// release lets all appends return without waiting for the disk; mu is held.
func (j *Journal) release() {
	for _, b := range j.queue {
		b.done.Broadcast()
	}
}

// queued returns the number of records in the queue; mu is held.
func (j *Journal) queued() int {
	n := 0
	for _, b := range j.queue {
		n += b.records
	}
	return n
}

// queuedBytes returns the size of the queue, in bytes of frames; mu is held.
func (j *Journal) queuedBytes() int {
	n := 0
	for _, b := range j.queue {
		n += len(b.data)
	}
	return n
}
