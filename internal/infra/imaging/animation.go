package imaging

import (
	"bytes"
	"encoding/binary"
)

// animated reports whether a file declares more than one picture. It decodes no pixels.
func animated(kind format, data []byte) bool {
	switch kind {
	case formatGIF:
		return gifPictures(data) > 1
	case formatPNG:
		return pngAnimated(data)
	case formatWebP:
		found := false
		eachRIFFChunk(data, func(id string, _ []byte) { found = found || id == "ANIM" || id == "ANMF" })
		return found
	default:
		return false
	}
}

// gifPictures returns how many pictures a GIF has, up to 2 (GIF89a, appendix A).
func gifPictures(data []byte) int {
	const header, descriptor = 13, 10
	if len(data) < header {
		return 0
	}
	at, pictures := header+colorTable(data[10]), 0
	for pictures < 2 && at < len(data) {
		switch data[at] {
		case 0x21: // an extension: its label and blocks
			at = afterBlocks(data, at+2)
		case 0x2c: // a picture: its color table, the width of its codes and blocks
			if pictures++; at+descriptor > len(data) {
				return pictures
			}
			at = afterBlocks(data, at+descriptor+colorTable(data[at+9])+1)
		default: // the end, or damaged
			return pictures
		}
	}
	return pictures
}

// colorTable returns the size in bytes of the color table that flags of a GIF announce.
func colorTable(flags byte) int {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (flags&7 + 1)
}

// afterBlocks returns the position after the blocks of a GIF that begin at a position.
func afterBlocks(data []byte, at int) int {
	for at < len(data) {
		length := int(data[at])
		if at += 1 + length; length == 0 {
			return at
		}
	}
	return at
}

// pngAnimated reports whether a PNG has a chunk acTL before its pixels (PNG, third
// edition, 11.3.6.1).
func pngAnimated(data []byte) bool {
	const signature, around = 8, 12 // of a chunk: length, name and checksum
	for rest := data[min(len(data), signature):]; len(rest) >= around; {
		length, name := uint64(binary.BigEndian.Uint32(rest)), rest[4:8]
		switch {
		case bytes.Equal(name, []byte("acTL")):
			return true
		case bytes.Equal(name, []byte("IDAT")), uint64(len(rest)) < length+around:
			return false
		}
		rest = rest[length+around:]
	}
	return false
}
