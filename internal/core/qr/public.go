package qr

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"time"

	"github.com/maypok86/otter/v2"

	"linnet/internal/base/fault"
	"linnet/internal/base/sealed"
	"linnet/internal/core/access"
	"linnet/internal/core/qr/look"
	"linnet/internal/core/qr/picture"
)

// maxCachedImages bounds the cached public images, in bytes.
const maxCachedImages = 16 << 20

// MaxPublicLifetime bounds the expiry of a public URL that has one.
const MaxPublicLifetime = 10 * 365 * 24 * time.Hour

// PublicImage is the image of a code at a public URL. Its token holds these values in
// encrypted and authenticated form, so that visitors can change none; nothing is stored.
type PublicImage struct {
	CodeID  string            `json:"c"`
	Format  picture.Format    `json:"f"`
	Size    int               `json:"s,omitempty"` // pixels; 0: that of the look
	Print   picture.PrintSize `json:"p,omitzero"`
	Expires time.Time         `json:"e,omitzero"` // zero: when the code is deleted
}

// Look returns the look of a code in the size of the image.
func (i PublicImage) Look(c Code) look.Look {
	l := c.Look
	if i.Size != 0 {
		l.Size = i.Size
	}
	return l
}

// Public makes and opens the tokens of public images. It is safe for concurrent use.
type Public struct {
	codes *Service
	box   *sealed.Box
	// files are images by what they depend on. Visitors without an account can request
	// an image at any rate, and drawing a large one takes up to seconds.
	files *otter.Cache[string, []byte]
}

// NewPublic returns a Public whose tokens are sealed in box.
func NewPublic(codes *Service, box *sealed.Box) *Public {
	return &Public{codes, box, otter.Must(&otter.Options[string, []byte]{
		MaximumWeight: maxCachedImages,
		Weigher:       func(key string, file []byte) uint32 { return uint32(len(key) + len(file)) }, //nolint:gosec // at most some megabytes
	})}
}

// Token returns the token of an image of a code. It is NotFound without such a code, and
// Invalid for an image that cannot be drawn.
func (p *Public) Token(ctx context.Context, a access.Actor, i PublicImage) (string, error) {
	c, err := p.codes.Get(ctx, a, i.CodeID)
	if err != nil {
		return "", err
	}
	now := p.codes.clock.Now()
	if !i.Expires.IsZero() && (!i.Expires.After(now) || i.Expires.Sub(now) > MaxPublicLifetime) {
		return "", fault.New(fault.Invalid, "Choose a time in the next ten years.").At("expiresAt")
	}
	if _, err := p.draw(ctx, c, i, "https://example.com/"); err != nil {
		return "", err
	}
	plain, err := json.Marshal(i)
	if err != nil {
		return "", fmt.Errorf("encode a public image: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(p.box.Seal(plain, "")), nil
}

// Open returns the image of a token with its code. It checks no permissions: Token has.
// It is NotFound for an invalid token, and Gone after its expiry.
func (p *Public) Open(ctx context.Context, token string) (PublicImage, Code, error) {
	var i PublicImage
	value, err := base64.RawURLEncoding.DecodeString(token)
	if err == nil {
		value, err = p.box.Open(value, "")
	}
	if err == nil {
		err = json.Unmarshal(value, &i)
	}
	if err != nil {
		return i, Code{}, fault.New(fault.NotFound, "There is no such image. Check the address.")
	}
	if !i.Expires.IsZero() && !p.codes.clock.Now().Before(i.Expires) {
		return i, Code{}, fault.New(fault.Gone, "This address has expired.")
	}
	c, err := p.codes.store.PublicQRCode(ctx, i.CodeID)
	return i, c, err
}

// Image returns the file of an opened image, which encodes text. It is drawn once for
// concurrent requests, and kept while there is room.
func (p *Public) Image(ctx context.Context, i PublicImage, c Code, text string) ([]byte, error) {
	key, err := json.Marshal([]any{c.WorkspaceID, text, i.Look(c), i.Format, i.Print})
	if err != nil {
		return nil, fmt.Errorf("encode the key of a public image: %w", err)
	}
	return p.files.Get(ctx, string(key), otter.LoaderFunc[string, []byte](func(ctx context.Context, _ string) ([]byte, error) {
		return p.draw(ctx, c, i, text)
	}))
}

func (p *Public) draw(ctx context.Context, c Code, i PublicImage, text string) ([]byte, error) {
	return p.codes.draw(ctx, c.WorkspaceID, Drawing{text, i.Look(c), i.Print, i.Format})
}
