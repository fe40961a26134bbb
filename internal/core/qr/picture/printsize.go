package picture

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"

	"linnet/internal/base/fault"
	"linnet/internal/core/qr/look"
)

// Bounds of print sizes.
const (
	MinMillimeters = 5
	MaxMillimeters = 2000
	MinDPI         = 72
	MaxDPI         = 1200
	DefaultDPI     = 300
)

const millimetersPerInch = 25.4

// PrintSize is the width of a printed picture. It replaces the size of the look.
type PrintSize struct {
	Millimeters float64 // of the width; 0: the size of the look counts
	DPI         int     // pixels per inch of PNG, JPEG and WebP; 0: DefaultDPI
}

// Printed returns the picture in a print size. It is Invalid at "mm" or "dpi" for a
// size out of bounds.
func (p Picture) Printed(size PrintSize) (Picture, error) {
	if size.Millimeters == 0 {
		return p, nil
	}
	if size.DPI == 0 {
		size.DPI = DefaultDPI
	}
	var faults fault.List
	if !(size.Millimeters >= MinMillimeters && size.Millimeters <= MaxMillimeters) { // false for NaN
		faults.Add("mm", fmt.Sprintf("Use a width of %d to %d mm.", MinMillimeters, MaxMillimeters))
	}
	if size.DPI < MinDPI || size.DPI > MaxDPI {
		faults.Add("dpi", fmt.Sprintf("Use %d to %d dpi.", MinDPI, MaxDPI))
	}
	p.print = size
	return p, faults.Err()
}

// RasterWidth returns the width of raster files in pixels. It is Invalid at "mm" for a
// print size with too many or too few pixels.
func (p Picture) RasterWidth() (int, error) {
	if p.print.Millimeters == 0 {
		return p.look.Size, nil
	}
	width := int(math.Round(p.print.Millimeters / millimetersPerInch * float64(p.print.DPI)))
	if width < look.MinSize || width > look.MaxSize {
		return 0, fault.New(fault.Invalid, fmt.Sprintf(
			"At %d dpi, a width of %g mm has %d pixels. PNG, JPEG and WebP have %d to %d; use SVG, PDF or EPS for larger prints.",
			p.print.DPI, p.print.Millimeters, width, look.MinSize, look.MaxSize)).At("mm")
	}
	return width, nil
}

// pngHeader is the length of the signature of a PNG and its first chunk.
const pngHeader = 8 + 25

// withDensity adds the pixels per meter to a PNG, from which layout programs derive
// its printed size. Without a print size it returns the file.
func (p Picture) withDensity(file []byte) []byte {
	if p.print.Millimeters == 0 {
		return file
	}
	perMeter := uint32(math.Round(float64(p.print.DPI) / millimetersPerInch * 1000)) //nolint:gosec // at most MaxDPI
	chunk := binary.BigEndian.AppendUint32([]byte("pHYs"), perMeter)
	chunk = append(binary.BigEndian.AppendUint32(chunk, perMeter), 1) // the unit is the meter
	out := append(make([]byte, 0, len(file)+len(chunk)+8), file[:pngHeader]...)
	out = binary.BigEndian.AppendUint32(out, uint32(len(chunk)-4)) //nolint:gosec // 9
	out = append(out, chunk...)
	out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(chunk))
	return append(out, file[pngHeader:]...)
}
