package media

import (
	"context"
	"io"

	"linnet/internal/core/access"
	"linnet/internal/core/event"
)

// Store stores the records of images. A change and its event are stored in one
// transaction.
type Store interface {
	// InsertMedia stores a new image. It is Conflict if the workspace has an image
	// with its hash, and LimitReached if the workspace's links, versions and images
	// would exceed limit bytes; 0: no limit.
	InsertMedia(ctx context.Context, m Media, limit int64, e event.Event) error
	// ChangeMedia applies edit to an image and stores the result with the events of
	// edit. edit may run several times, and must not use the store.
	ChangeMedia(ctx context.Context, workspaceID, id string, edit func(*Media) ([]event.Event, error)) (Media, error)
	// DeleteMedia deletes an image. It is NotFound, or Conflict if a page, a QR code, a
	// preset or the default look of a domain has it.
	DeleteMedia(ctx context.Context, workspaceID, id string, e event.Event) error
	// Media returns an image, or NotFound.
	Media(ctx context.Context, workspaceID, id string) (Media, error)
	// MediaByHash returns the image with a hash, or NotFound.
	MediaByHash(ctx context.Context, workspaceID, hash string) (Media, error)
	// MediaList returns one page of a list, the newest first.
	MediaList(ctx context.Context, workspaceID string, f Filter) (List, error)
	// StoredBytes returns the size of all versions of the workspace's links and of its
	// images.
	StoredBytes(ctx context.Context, workspaceID string) (int64, error)
	// PublicMedia returns an image. It is NotFound, or Gone if its workspace is
	// suspended or deleted.
	PublicMedia(ctx context.Context, id string) (Media, error)

	// PagesWithMedia returns the handles of up to limit pages that show an image.
	PagesWithMedia(ctx context.Context, workspaceID, id string, limit int) ([]string, error)
	// LooksWithMedia returns the names of up to limit QR codes of the view, of presets
	// and of domains whose looks have an image.
	LooksWithMedia(ctx context.Context, v access.View, id string, limit int) (Looks, error)
	// KnownMedia returns those of the ids that have a record, in any workspace.
	KnownMedia(ctx context.Context, ids []string) ([]string, error)
}

// Looks are the names of what has an image in its QR look.
type Looks struct{ Codes, Presets, Domains []string }

// Files stores the files of images. Each image has a folder, named by its id. A
// folder is complete or absent, and its files never change.
type Files interface {
	// Put stores the files of an image durably. After an error or a crash there may
	// be a part of them, which Folders returns.
	Put(ctx context.Context, id string, files []File) error
	// Open opens a file, or returns NotFound.
	Open(ctx context.Context, id, name string) (io.ReadSeekCloser, error)
	// Remove deletes the folder of an image. It succeeds if there is none.
	Remove(ctx context.Context, id string) error
	// Folders calls visit with the ids of folders that did not change for a while.
	Folders(ctx context.Context, visit func(ids []string) error) error
}

// File is one file of an image.
type File struct {
	Name string
	Data []byte
}

// Picture is a decoded image, encoded in all formats and widths.
type Picture struct {
	Width, Height int // of the widest file
	Files         []PictureFile
}

// PictureFile is a picture in one width and format.
type PictureFile struct {
	Width  int
	Format string
	Data   []byte
}

// Processor decodes uploads.
type Processor interface {
	// Process decodes an upload and encodes it without its metadata. It is Invalid
	// at "file" for a file that is not an acceptable image.
	Process(ctx context.Context, workspaceID string, data []byte) (Picture, error)
}

// Filter selects images. The zero value selects the first 50.
type Filter struct {
	Search string // words in the alternative text, ignoring case
	Unused bool   // images that no page, QR code, preset or default look has
	Limit  int    // 1–100; 0 means 50
	Cursor string
}

// List is one page of a list. NextCursor is empty on the last page.
type List struct {
	Media      []Media
	NextCursor string
	Total      int
}
