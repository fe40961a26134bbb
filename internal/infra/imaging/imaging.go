// Package imaging decodes uploaded images and encodes them again in a few widths.
// Nothing of the uploaded file but its pixels is in the result.
package imaging

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"

	encoder "github.com/chai2010/webp"
	decoder "golang.org/x/image/webp"
	"golang.org/x/sync/semaphore"

	"linnet/internal/base/fair"
	"linnet/internal/base/fault"
	"linnet/internal/core/media"
)

const (
	webpQuality = 80
	jpegQuality = 82
	// The files of an image are 32 bits a pixel in memory, and those of a
	// progressive JPEG up to 128. Concurrent uploads share maxDecoding pixels.
	maxDecoding = media.MaxPixels
)

// widths are those of the files, in pixels. Images are never enlarged.
func widths() []int { return []int{320, 640, 1280} }

// Processor implements media.Processor. It is safe for concurrent use.
type Processor struct {
	turns  *fair.Gate // by workspace
	pixels *semaphore.Weighted
}

var _ media.Processor = (*Processor)(nil)

// New returns a Processor.
func New() *Processor { return newProcessor(maxDecoding) }

// newProcessor returns a Processor whose concurrent uploads have so many pixels.
func newProcessor(pixels int64) *Processor {
	return &Processor{fair.New(0), semaphore.NewWeighted(pixels)}
}

// Process decodes an upload of a workspace and encodes it in all widths. It blocks while
// other uploads are decoded: those of one workspace one after the other, so that another
// workspace waits for at most one of them.
func (p *Processor) Process(ctx context.Context, workspaceID string, data []byte) (media.Picture, error) {
	kind, size, err := inspect(data)
	if err != nil {
		return media.Picture{}, err
	}
	release, err := p.turns.Acquire(ctx, workspaceID)
	if err != nil {
		return media.Picture{}, err
	}
	defer release()
	weight := int64(size.X) * int64(size.Y)
	if err := p.pixels.Acquire(ctx, weight); err != nil {
		return media.Picture{}, fmt.Errorf("wait to decode an image: %w", err)
	}
	defer p.pixels.Release(weight)
	source, err := decode(kind, data)
	if err != nil {
		return media.Picture{}, errUnreadable()
	}
	return encode(ctx, source, orientation(kind, data))
}

// format is a format of uploads.
type format string

const (
	formatJPEG format = "JPEG"
	formatPNG  format = "PNG"
	formatGIF  format = "GIF"
	formatWebP format = "WebP"
)

// inspect returns the format and the size in pixels of an upload, or Invalid if it
// must not be decoded.
func inspect(data []byte) (format, image.Point, error) {
	kind, err := sniff(data)
	if err != nil {
		return "", image.Point{}, err
	}
	if foreign(data) {
		return "", image.Point{}, invalid("The file contains another document beside the image. Open it in an image editor and save it again.")
	}
	config, err := decodeConfig(kind, data)
	if err != nil || config.Width < 1 || config.Height < 1 {
		return "", image.Point{}, errUnreadable()
	}
	size := image.Pt(config.Width, config.Height)
	if kind == formatWebP { // the frame may be larger than the canvas
		frame := webpFrame(data)
		size = image.Pt(max(size.X, frame.X), max(size.Y, frame.Y))
	}
	if size.X > media.MaxSide || size.Y > media.MaxSide || size.X*size.Y > media.MaxPixels {
		return "", image.Point{}, invalid(fmt.Sprintf(
			"The image has %d × %d pixels. Upload one of at most %d megapixels and %d pixels a side.",
			size.X, size.Y, media.MaxPixels/1_000_000, media.MaxSide))
	}
	return kind, size, nil
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

// decode returns the pixels of an upload: of an animated GIF, the first frame.
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
		return decoder.Decode(r)
	}
}

// encode scales an image to all widths and encodes each.
func encode(ctx context.Context, source image.Image, turn int) (media.Picture, error) {
	var out media.Picture
	scaled := scale(source, turn)
	for _, img := range scaled {
		if err := ctx.Err(); err != nil {
			return media.Picture{}, err
		}
		width := img.Rect.Dx()
		var compact, compatible bytes.Buffer
		if err := encoder.Encode(&compact, img, &encoder.Options{Quality: webpQuality}); err != nil {
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

func invalid(message string) error { return fault.New(fault.Invalid, message).At("file") }

func errUnreadable() error {
	return invalid("The image is damaged or incomplete. Save it again as JPEG, PNG, GIF or WebP.")
}
