package journal

import (
	"encoding/binary"
	"hash/crc32"
)

// A segment file is a header, then frames without gaps, then zeros while the
// segment is in use.
//
//	header  magic "linnetj2" 8 · position of the first frame 8 · bytes of
//	        frames 8 (0 while in use) · reserved file size 8 · zeros 4 ·
//	        CRC-32C of the bytes before 4
//	frame   length of the record 4 · CRC-32C of record, length and
//	        position 4 · position of the frame 8 · record
//
// Numbers are little-endian. A position counts bytes of frames since the
// journal began. Because each frame holds its own position, a reader can find
// the next frame behind damaged bytes, and derive the position of a file whose
// header is damaged.
//
// Version 1 had a header of 32 bytes (magic "linnetj1", position, bytes of
// frames, CRC-32C of the position, zeros) and frames without a position. It is
// still read.
const (
	magic     = "linnetj2"
	magicV1   = "linnetj1"
	magicStem = "linnetj"
	maxFrame  = frameSize + MaxRecord

	headerSize = 40
	frameSize  = 16
)

// format is the layout of one version of segment files.
type format struct {
	header     int  // bytes before the first frame
	frame      int  // bytes of a frame before its record
	positioned bool // frames hold their own position
}

func formatV1() format { return format{header: 32, frame: 8} }

func formatV2() format { return format{header: headerSize, frame: frameSize, positioned: true} }

func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

// checksum returns the CRC-32C of b.
func checksum(b []byte) uint32 { return crc32.Checksum(b, castagnoli()) }

// appendFrame appends the frame of a record whose checksum is sum. pos is the
// position of the frame.
func appendFrame(dst, record []byte, sum uint32, pos uint64) []byte {
	at := len(dst)
	dst = append(dst, make([]byte, frameSize)...)
	head := dst[at:]
	binary.LittleEndian.PutUint32(head, uint32(len(record)))
	binary.LittleEndian.PutUint64(head[8:], pos)
	binary.LittleEndian.PutUint32(head[4:], frameChecksum(sum, head))
	return append(dst, record...)
}

// frameChecksum extends the checksum of a record by the length and the
// position in its frame's head.
func frameChecksum(record uint32, head []byte) uint32 {
	sum := crc32.Update(record, castagnoli(), head[:4])
	return crc32.Update(sum, castagnoli(), head[8:frameSize])
}

// parse returns the record of the frame at the start of data and the size of
// the frame. pos is the position of data[0]. ok is false when no intact frame
// of that position begins there.
func (f format) parse(data []byte, pos uint64) (record []byte, size int, ok bool) {
	if len(data) < f.frame {
		return nil, 0, false
	}
	n := binary.LittleEndian.Uint32(data)
	if n == 0 || n > MaxRecord || len(data) < f.frame+int(n) {
		return nil, 0, false
	}
	if f.positioned && binary.LittleEndian.Uint64(data[8:]) != pos {
		return nil, 0, false
	}
	record = data[f.frame : f.frame+int(n)]
	sum := checksum(record)
	if f.positioned {
		sum = frameChecksum(sum, data)
	}
	if sum != binary.LittleEndian.Uint32(data[4:]) {
		return nil, 0, false
	}
	return record, f.frame + int(n), true
}

// find returns the offset of the first intact frame in data, or -1. pos is the
// position of data[0].
func (f format) find(data []byte, pos uint64) int {
	for i := range data {
		if _, _, ok := f.parse(data[i:], pos+uint64(i)); ok {
			return i
		}
	}
	return -1
}

// scan returns where the last intact frame in data ends, skipping damaged
// bytes between frames, and how many damaged bytes follow it up to the last
// one that is not zero. data begins at position base.
func (f format) scan(data []byte, base uint64) (used, torn int) {
	for at := 0; ; {
		if _, n, ok := f.parse(data[at:], base+uint64(at)); ok {
			at += n
			used = at
			continue
		}
		rest := nonZero(data[at:])
		if rest == 0 {
			return used, 0
		}
		i := f.find(data[at+1:], base+uint64(at)+1)
		if i < 0 {
			return used, rest
		}
		at += 1 + i
	}
}

// derive returns the position of data[0] from the first intact frame in data.
func (f format) derive(data []byte) (base uint64, ok bool) {
	if !f.positioned {
		return 0, false
	}
	for i := 0; i+f.frame <= len(data); i++ {
		pos := binary.LittleEndian.Uint64(data[i+8:])
		if pos < uint64(i) {
			continue
		}
		if _, _, ok := f.parse(data[i:], pos); ok {
			return pos - uint64(i), true
		}
	}
	return 0, false
}

// nonZero returns the length of data without the zeros at its end.
func nonZero(data []byte) int {
	n := len(data)
	for n > 0 && data[n-1] == 0 {
		n--
	}
	return n
}

// header is the beginning of a segment file.
type header struct {
	format   format
	base     uint64 // position of the first frame
	used     int    // bytes of frames; 0 while the segment is in use
	reserved int64  // size of the file while in use; 0 when unknown
}

func (h header) encode() []byte {
	b := make([]byte, headerSize)
	copy(b, magic)
	binary.LittleEndian.PutUint64(b[8:], h.base)
	binary.LittleEndian.PutUint64(b[16:], uint64(h.used))
	binary.LittleEndian.PutUint64(b[24:], uint64(h.reserved))
	binary.LittleEndian.PutUint32(b[36:], checksum(b[:36]))
	return b
}

// parseHeader reads the header at the start of b; ok is false when it is
// damaged, cut off or of a version that this program does not know.
func parseHeader(b []byte) (h header, ok bool) {
	if len(b) >= headerSize && string(b[:8]) == magic && binary.LittleEndian.Uint32(b[36:]) == checksum(b[:36]) {
		h = header{format: formatV2(), reserved: int64(binary.LittleEndian.Uint64(b[24:]))}
	} else if len(b) >= formatV1().header && string(b[:8]) == magicV1 && binary.LittleEndian.Uint32(b[24:]) == checksum(b[8:16]) {
		h = header{format: formatV1()}
	} else {
		return header{}, false
	}
	h.base = binary.LittleEndian.Uint64(b[8:])
	used := binary.LittleEndian.Uint64(b[16:])
	if used > 1<<31 {
		return header{}, false
	}
	h.used = int(used)
	return h, true
}

// laterVersion reports whether b is the intact header of a version that this
// program does not know. Later versions have the checksum at the same offset.
func laterVersion(b []byte) bool {
	return len(b) >= headerSize && string(b[:len(magicStem)]) == magicStem &&
		string(b[:8]) != magic && binary.LittleEndian.Uint32(b[36:]) == checksum(b[:36])
}
