// Package scan reads QR codes in images.
package scan

import (
	"image"

	"github.com/makiuchi-d/gozxing"
	multi "github.com/makiuchi-d/gozxing/multi/qrcode"
	"github.com/makiuchi-d/gozxing/qrcode"
)

// Texts returns the texts of the QR codes in an image, at least one unless the error is
// set.
//
// It tries the three likeliest corners first. In one of a thousand codes without any
// decoration, modules of the content look more like a corner than a corner does; then
// it tries all sets of three, as scanners do.
func Texts(img image.Image) ([]string, error) {
	bitmap, err := gozxing.NewBinaryBitmapFromImage(img)
	if err != nil {
		return nil, err
	}
	if result, err := qrcode.NewQRCodeReader().Decode(bitmap, nil); err == nil {
		return []string{result.GetText()}, nil
	}
	results, err := multi.NewQRCodeMultiReader().DecodeMultiple(bitmap, nil)
	if err != nil {
		return nil, err
	}
	texts := make([]string, len(results))
	for i, r := range results {
		texts[i] = r.GetText()
	}
	return texts, nil
}
