// Package imaging decodes uploaded images and encodes them again in a few widths.
// Nothing of the uploaded file but its pixels is in the result.
//
//   - The format is found by the first bytes: JPEG, PNG, GIF and WebP. SVG contains
//     programs and HEIC has no decoder in Go: both are refused, as is a file that also
//     contains a web page, a PDF or the directory of a ZIP archive. Animations are
//     refused, because only one of their pictures would be left.
//   - Bounds apply before pixels are decoded: 10 MiB, 12,000 pixels a side, 40
//     megapixels, for WebP of the frame and of the canvas. Concurrent uploads share 40
//     megapixels.
//   - The image is turned by its EXIF orientation, scaled to 320, 640 and 1280 pixels,
//     never enlarged, and encoded as WebP (libwebp in C, which gets only decoded
//     pixels) and JPEG. Colors are converted to sRGB if the file has a profile with a
//     matrix and curves, such as Display P3 and Adobe RGB; other profiles are dropped.
//   - AVIF is not encoded: libavif compiled to WebAssembly takes 130 MB of memory and
//     half a second for a small image, and prefers a libavif of the host.
package imaging

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"math"

	encoder "github.com/chai2010/webp"
	decoder "golang.org/x/image/webp"

	"linnet/internal/base/fair"
	"linnet/internal/base/fault"
	"linnet/internal/core/media"
	"linnet/internal/core/pixels"
)

const (
	webpQuality = 80
	jpegQuality = 82
)

// widths are those of the files, in pixels. Images are never enlarged.
func widths() []int { return []int{320, 640, 1280} }

// Processor implements media.Processor. It is safe for concurrent use.
type Processor struct {
	turns  *fair.Gate // by workspace
	memory *pixels.Budget
}

var _ media.Processor = (*Processor)(nil)

// New returns a Processor that decodes and encodes within a budget of memory.
func New(memory *pixels.Budget) *Processor { return &Processor{fair.New(0), memory} }

// Process decodes an upload of a workspace and encodes it in all widths. It blocks while
// other pictures need the memory. Those of one workspace are decoded one after the other, so
// that another workspace waits for at most one of them.
func (p *Processor) Process(ctx context.Context, workspaceID string, data []byte) (media.Picture, error) {
	kind, needed, err := inspect(data)
	if err != nil {
		return media.Picture{}, err
	}
	done, err := p.turns.Acquire(ctx, workspaceID)
	if err != nil {
		return media.Picture{}, err
	}
	defer done()
	release, err := p.memory.Acquire(ctx, needed)
	if errors.Is(err, pixels.ErrTooLarge) {
		return media.Picture{}, invalid("This server does not have the memory for an image of this size. Upload a smaller one.")
	}
	if err != nil {
		return media.Picture{}, err
	}
	defer release()
	source, err := decode(kind, data)
	if err != nil {
		return media.Picture{}, errUnreadable()
	}
	scaled := scale(source, orientation(kind, data), colorProfile(kind, data))
	return encode(ctx, scaled)
}

// format is a format of uploads.
type format string

const (
	formatJPEG format = "JPEG"
	formatPNG  format = "PNG"
	formatGIF  format = "GIF"
	formatWebP format = "WebP"
)

// inspect returns the format of an upload and the memory in bytes that it needs, or
// Invalid if it must not be decoded.
func inspect(data []byte) (kind format, needed int64, err error) {
	if kind, err = sniff(data); err != nil {
		return "", 0, err
	}
	if foreign(data) {
		return "", 0, invalid("The file contains another document beside the image. Open it in an image editor and save it again.")
	}
	if animated(kind, data) {
		return "", 0, invalid("This image is animated, and only still images are shown. Save one picture of it as PNG or JPEG.")
	}
	config, err := decodeConfig(kind, data)
	if err != nil || config.Width < 1 || config.Height < 1 {
		return "", 0, errUnreadable()
	}
	size := image.Pt(config.Width, config.Height)
	if kind == formatWebP { // the frame may be larger than the canvas
		frame := webpFrame(data)
		size = image.Pt(max(size.X, frame.X), max(size.Y, frame.Y))
	}
	if size.X > media.MaxSide || size.Y > media.MaxSide || size.X*size.Y > media.MaxPixels {
		return "", 0, invalid(fmt.Sprintf(
			"The image has %d × %d pixels. Upload one of at most %d megapixels and %d pixels a side.",
			size.X, size.Y, media.MaxPixels/1_000_000, media.MaxSide))
	}
	return kind, memoryOf(kind, data, config.ColorModel, size), nil
}

func decodeConfig(kind format, data []byte) (image.Config, error) {
	r := bytes.NewReader(data)
	switch kind {
	case formatJPEG:
		return jpeg.DecodeConfig(r)
	case formatPNG:
		return png.DecodeConfig(r)
	case formatGIF:
		return gif.DecodeConfig(r)
	default:
		return decoder.DecodeConfig(r)
	}
}

// decode returns the pixels of an upload.
func decode(kind format, data []byte) (image.Image, error) {
	r := bytes.NewReader(data)
	switch kind {
	case formatJPEG:
		return jpeg.Decode(r)
	case formatPNG:
		return png.Decode(r)
	case formatGIF:
		return gif.Decode(r)
	default:
		return decodeWebP(r)
	}
}

func decodeWebP(r io.Reader) (image.Image, error) {
	img, err := decoder.Decode(r)
	return withFullRange(img), err
}

// withFullRange returns a decoded WebP image with the brightness of JPEG, as package color expects
// it, instead of that of video (RFC 6386, section 9.2): 16 to 235, and 16 to 240 for colors. It
// changes the image.
func withFullRange(img image.Image) image.Image {
	var planes *image.YCbCr
	switch img := img.(type) {
	case *image.YCbCr:
		planes = img
	case *image.NYCbCrA:
		planes = &img.YCbCr
	default:
		return img // lossless, in RGB
	}
	stretch(planes.Y, 16, 0, 219)
	stretch(planes.Cb, 128, 128, 224)
	stretch(planes.Cr, 128, 128, 224)
	return img
}

// stretch maps the values of a plane so that from becomes to and span 255.
func stretch(plane []byte, from, to, span float64) {
	var mapped [256]byte
	for v := range mapped {
		mapped[v] = byte(math.Round(min(max((float64(v)-from)*255/span+to, 0), 255)))
	}
	for i, v := range plane {
		plane[i] = mapped[v]
	}
}

// encode encodes an image in all widths, ascending.
func encode(ctx context.Context, scaled []*image.NRGBA) (media.Picture, error) {
	var out media.Picture
	for _, img := range scaled {
		if err := ctx.Err(); err != nil {
			return media.Picture{}, err
		}
		width := img.Rect.Dx()
		var compact, compatible bytes.Buffer
		if err := encoder.Encode(&compact, straight(img), &encoder.Options{Quality: webpQuality}); err != nil {
			return media.Picture{}, fmt.Errorf("encode WebP: %w", err)
		}
		if err := jpeg.Encode(&compatible, flatten(img), &jpeg.Options{Quality: jpegQuality}); err != nil {
			return media.Picture{}, fmt.Errorf("encode JPEG: %w", err)
		}
		out.Files = append(out.Files,
			media.PictureFile{Width: width, Format: media.WebP, Data: compact.Bytes()},
			media.PictureFile{Width: width, Format: media.JPEG, Data: compatible.Bytes()})
	}
	widest := scaled[len(scaled)-1].Rect
	out.Width, out.Height = widest.Dx(), widest.Dy()
	return out, nil
}

// straight returns an image whose type says that its colors are multiplied by their alpha, which
// they are not: libwebp expects them as they are, and its binding converts every other type.
func straight(img *image.NRGBA) *image.RGBA {
	return &image.RGBA{Pix: img.Pix, Stride: img.Stride, Rect: img.Rect}
}

func invalid(message string) error { return fault.New(fault.Invalid, message).At("file") }

func errUnreadable() error {
	return invalid("The image is damaged or incomplete. Save it again as JPEG, PNG, GIF or WebP.")
}
