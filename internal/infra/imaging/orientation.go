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
	for rest := data[min(len(data), 2):]; len(rest) >= 4 && rest[0] == 0xff; {
		marker, length := rest[1], int(binary.BigEndian.Uint16(rest[2:]))
		if marker == 0xda || length < 2 || length+2 > len(rest) { // 0xda: the pixels begin
			return nil
		}
		if body, ok := bytes.CutPrefix(rest[4:length+2], []byte("Exif\x00\x00")); ok && marker == 0xe1 {
			return body
		}
		rest = rest[length+2:]
	}
	return nil
}

// pngEXIF returns the TIFF structure of a PNG's EXIF chunk.
func pngEXIF(data []byte) []byte {
	for rest := data[min(len(data), 8):]; len(rest) >= 12; {
		length := uint64(binary.BigEndian.Uint32(rest))
		if length+12 > uint64(len(rest)) {
			return nil
		}
		if string(rest[4:8]) == "eXIf" {
			return rest[8 : 8+length]
		}
		rest = rest[length+12:]
	}
	return nil
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
