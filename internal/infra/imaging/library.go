package imaging

import (
	"context"
	"fmt"
	"image"
	"io"

	"golang.org/x/image/webp"

	"linnet/internal/core/qr"
)

// Files opens files of the media library.
type Files interface {
	// OpenWidth opens the widest WebP file of an image that is at most limit pixels
	// wide, or the narrowest one. It is NotFound if the workspace has no such image.
	OpenWidth(ctx context.Context, workspaceID, id string, limit int) (io.ReadSeekCloser, error)
}

// Library implements qr.Images: it decodes images of the media library.
type Library struct{ files Files }

var _ qr.Images = Library{}

// NewLibrary returns a library over files.
func NewLibrary(files Files) Library { return Library{files} }

// Image implements qr.Images. Process encoded the file, so that its size is bounded.
func (l Library) Image(ctx context.Context, workspaceID, id string) (image.Image, error) {
	file, err := l.files.OpenWidth(ctx, workspaceID, id, qr.MaxImageWidth)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // it was only read
	img, err := webp.Decode(file)
	if err != nil {
		return nil, fmt.Errorf("decode image %s: %w", id, err)
	}
	return img, nil
}
