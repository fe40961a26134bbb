package imaging

import (
	"encoding/binary"
	"image"
	"image/color"
	"slices"
)

// memoryOf returns the memory in bytes that the decoder of an upload and the scaling of
// its picture need at a time. data begins with a header that decodeConfig accepts.
func memoryOf(kind format, data []byte, model color.Model, size image.Point) int64 {
	perPixel := int64(4)
	switch {
	case kind == formatJPEG && !isBaseline(data):
		perPixel = 16 // the coefficients of the whole picture, and the picture
	case kind == formatPNG && (model == color.RGBA64Model || model == color.NRGBA64Model), kind == formatWebP:
		perPixel = 8
	}
	// The scaler holds four floats for each row of the source and column of the result,
	// which is turned afterwards.
	columns := min(slices.Max(widths()), size.X)
	if sideways(orientation(kind, data)) {
		columns = size.X * min(slices.Max(widths()), size.Y) / size.Y
	}
	return (perPixel*int64(size.X) + 32*int64(columns)) * int64(size.Y)
}

// isBaseline reports whether a JPEG is decoded block by block, without the coefficients
// of the whole picture.
func isBaseline(data []byte) bool {
	const first, extended, scan = 0xc0, 0xc1, 0xda // markers
	for rest := data[min(len(data), 2):]; len(rest) >= 4 && rest[0] == 0xff; {
		marker, length := rest[1], int(binary.BigEndian.Uint16(rest[2:]))
		if marker == first || marker == extended {
			return true
		}
		if marker == scan || length < 2 || length+2 > len(rest) {
			return false
		}
		rest = rest[length+2:]
	}
	return false
}
