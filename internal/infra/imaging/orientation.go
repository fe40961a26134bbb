package imaging

import (
	"bytes"
	"encoding/binary"
)

// orientation returns the EXIF orientation of an upload, 1 to 8; 1 without one.
func orientation(kind format, data []byte) int {
	switch kind {
	case formatJPEG:
		return tiffOrientation(jpegEXIF(data))
	case formatPNG:
		return tiffOrientation(pngEXIF(data))
	case formatWebP:
		var exif []byte
		eachRIFFChunk(data, func(id string, body []byte) {
			if id == "EXIF" && exif == nil {
				exif = bytes.TrimPrefix(body, []byte("Exif\x00\x00"))
			}
		})
		return tiffOrientation(exif)
	default:
		return 1
	}
}

// jpegEXIF returns the TIFF structure of a JPEG's first EXIF segment.
func jpegEXIF(data []byte) []byte {
	var exif []byte
	eachJPEGSegment(data, func(marker byte, body []byte) bool {
		body, ok := bytes.CutPrefix(body, []byte("Exif\x00\x00"))
		if ok = ok && marker == 0xe1; ok {
			exif = body
		}
		return !ok
	})
	return exif
}

// eachJPEGSegment calls do for the segments of a JPEG before its pixels, until it returns false.
func eachJPEGSegment(data []byte, do func(marker byte, body []byte) bool) {
	for rest := data[min(len(data), 2):]; len(rest) >= 4 && rest[0] == 0xff; {
		marker, length := rest[1], int(binary.BigEndian.Uint16(rest[2:]))
		if marker == 0xda || length < 2 || length+2 > len(rest) { // 0xda: the pixels begin
			return
		}
		if !do(marker, rest[4:length+2]) {
			return
		}
		rest = rest[length+2:]
	}
}

// pngEXIF returns the TIFF structure of a PNG's EXIF chunk.
func pngEXIF(data []byte) []byte {
	var exif []byte
	eachPNGChunk(data, func(id string, body []byte) bool {
		if id == "eXIf" {
			exif = body
		}
		return exif == nil
	})
	return exif
}

// eachPNGChunk calls do for the chunks of a PNG until it returns false.
func eachPNGChunk(data []byte, do func(id string, body []byte) bool) {
	for rest := data[min(len(data), 8):]; len(rest) >= 12; {
		length := uint64(binary.BigEndian.Uint32(rest))
		if length+12 > uint64(len(rest)) || !do(string(rest[4:8]), rest[8:8+length]) {
			return
		}
		rest = rest[length+12:]
	}
}

// tiffOrientation returns the orientation in the first directory of a TIFF
// structure, as defined by EXIF 2.3; 1 if there is no valid one.
func tiffOrientation(tiff []byte) int {
	const tag, short = 0x0112, 3
	if len(tiff) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.LittleEndian
	switch string(tiff[:4]) {
	case "II*\x00":
	case "MM\x00*":
		order = binary.BigEndian
	default:
		return 1
	}
	start := uint64(order.Uint32(tiff[4:]))
	if start+2 > uint64(len(tiff)) {
		return 1
	}
	entries := tiff[start+2:]
	for range order.Uint16(tiff[start:]) {
		if len(entries) < 12 {
			return 1
		}
		if order.Uint16(entries) == tag && order.Uint16(entries[2:]) == short {
			if v := int(order.Uint16(entries[8:])); v >= 1 && v <= 8 {
				return v
			}
			return 1
		}
		entries = entries[12:]
	}
	return 1
}
