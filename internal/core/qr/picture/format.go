package picture

import "fmt"

// Format is a file format of pictures. Its value is the file extension.
type Format string

// The formats.
const (
	SVG  Format = "svg"
	PNG  Format = "png"
	JPEG Format = "jpeg"
	WebP Format = "webp"
	PDF  Format = "pdf"
	EPS  Format = "eps"
)

// Formats returns all formats.
func Formats() []Format { return []Format{SVG, PNG, JPEG, WebP, PDF, EPS} }

// IsRaster reports whether files of the format have pixels, and are compressed.
func (f Format) IsRaster() bool { return f == PNG || f == JPEG || f == WebP }

// MediaType returns the media type of a format, with the charset of text.
func (f Format) MediaType() string {
	switch f {
	case SVG:
		return "image/svg+xml; charset=utf-8"
	case PNG:
		return "image/png"
	case JPEG:
		return "image/jpeg"
	case WebP:
		return "image/webp"
	case PDF:
		return "application/pdf"
	case EPS:
		return "application/postscript"
	}
	return "application/octet-stream"
}

// Encode returns the picture as a file. It returns Invalid at "size" when the file
// would have less than a pixel per module.
func (p Picture) Encode(f Format) ([]byte, error) {
	switch f {
	case SVG:
		return p.SVG(), nil
	case PNG:
		return p.PNG()
	case JPEG:
		return p.JPEG()
	case WebP:
		return p.WebP()
	case PDF:
		return p.PDF(), nil
	case EPS:
		return p.EPS(), nil
	}
	return nil, fmt.Errorf("encode a QR code: unknown format %q", f)
}
