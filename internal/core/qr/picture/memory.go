package picture

import "math"

// RasterBytes returns the memory that Encode needs for a raster file at a time, in bytes,
// and 0 for other formats: 4 for each pixel of the picture, 5 for that of an outline or
// what the encoder holds.
// It returns Invalid as RasterWidth does.
func (p Picture) RasterBytes(f Format) (int64, error) {
	perPixel := map[Format]int64{PNG: 14, JPEG: 14, WebP: 48}[f]
	if perPixel == 0 {
		return 0, nil
	}
	width, err := p.RasterWidth()
	if err != nil {
		return 0, err
	}
	height := math.Ceil(float64(width) * p.drawing.height / p.drawing.width)
	return perPixel * int64(width) * int64(height), nil
}
