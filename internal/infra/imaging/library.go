package imaging

import (
	"context"
	"fmt"
	"image"
	"io"

	"github.com/maypok86/otter/v2"

	"linnet/internal/core/qr"
)

// Files opens files of the media library.
type Files interface {
	// NameOfWidth returns the name of the widest WebP file of an image that is at most
	// limit pixels wide, or of the narrowest one. It is NotFound if the workspace has no
	// such image.
	NameOfWidth(ctx context.Context, workspaceID, id string, limit int) (string, error)
	// OpenName opens a file of an image, which never changes.
	OpenName(ctx context.Context, id, name string) (io.ReadSeekCloser, error)
}

// maxDecoded bounds the cached images, in bytes.
const maxDecoded = 16 << 20

// Library implements qr.Images: it decodes images of the media library, and caches the
// images of the last codes, because the studio and the API draw the same ones again. It
// is safe for concurrent use.
type Library struct {
	files   Files
	decoded *otter.Cache[string, image.Image] // by path of the file
}

var _ qr.Images = Library{}

// NewLibrary returns a library over files.
func NewLibrary(files Files) Library {
	return Library{files, otter.Must(&otter.Options[string, image.Image]{
		MaximumWeight: maxDecoded,
		Weigher: func(path string, img image.Image) uint32 {
			return uint32(len(path) + 4*img.Bounds().Dx()*img.Bounds().Dy()) //nolint:gosec // at most some megabytes
		},
	})}
}

// Image implements qr.Images. The caller must not change the image. Process encoded the
// file, so that its size is bounded.
func (l Library) Image(ctx context.Context, workspaceID, id string) (image.Image, error) {
	name, err := l.files.NameOfWidth(ctx, workspaceID, id, qr.MaxImageWidth)
	if err != nil {
		return nil, err
	}
	path := id + "/" + name
	if img, ok := l.decoded.GetIfPresent(path); ok {
		return img, nil
	}
	file, err := l.files.OpenName(ctx, id, name)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // it was only read
	img, err := decodeWebP(file)
	if err != nil {
		return nil, fmt.Errorf("decode image %s: %w", id, err)
	}
	l.decoded.Set(path, img)
	return img, nil
}
