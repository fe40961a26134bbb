package picture

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"

	"linnet/internal/base/hexcolor"
)

// JPEGQuality is the quality of JPEG files, of 100. The compression adds noise beside the
// edges of modules: at 92, scanners cannot read one of 250 designs that the judge passes.
const JPEGQuality = 95

// JPEG returns the code as a JPEG picture, otherwise like PNG. JPEG has no transparency:
// transparent parts have the light color.
func (p Picture) JPEG() ([]byte, error) {
	img, err := p.raster()
	if err != nil {
		return nil, err
	}
	if !img.Opaque() {
		page := image.NewRGBA(img.Rect)
		draw.Draw(page, page.Rect, image.NewUniform(hexcolor.RGB(p.look.Light)), image.Point{}, draw.Src)
		draw.Draw(page, page.Rect, img, image.Point{}, draw.Over)
		img = page
	}
	b := bytes.NewBuffer(nil)
	if err := jpeg.Encode(b, img, &jpeg.Options{Quality: JPEGQuality}); err != nil {
		return nil, fmt.Errorf("draw a QR code: %w", err)
	}
	return p.withJFIF(b.Bytes()), nil
}

// jpegStart is the length of the marker that begins a JPEG.
const jpegStart = 2

// withJFIF adds a JFIF header to a JPEG, which image/jpeg omits: layout programs derive the
// printed size from its pixels per inch. Without a print size it states square pixels only.
func (p Picture) withJFIF(file []byte) []byte {
	const aspectRatio, perInch = 0, 1
	unit, density := byte(aspectRatio), 1
	if p.print.Millimeters > 0 {
		unit, density = perInch, p.print.DPI
	}
	header := append([]byte{0xff, 0xe0, 0, 16}, "JFIF\x00\x01\x02"...)
	header = append(header, unit)
	header = binary.BigEndian.AppendUint16(header, uint16(density)) //nolint:gosec // at most MaxDPI
	header = binary.BigEndian.AppendUint16(header, uint16(density)) //nolint:gosec // at most MaxDPI
	header = append(header, 0, 0)                                   // no thumbnail
	out := append(make([]byte, 0, len(file)+len(header)), file[:jpegStart]...)
	return append(append(out, header...), file[jpegStart:]...)
}
