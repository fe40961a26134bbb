package dub

import (
	"cmp"
	"net/http"
	"strings"

	"linnet/internal/core/link"
	"linnet/internal/core/qr"
	"linnet/internal/core/qr/look"
	"linnet/internal/core/qr/picture"
	"linnet/internal/edge/compat"
)

// The size and the margin of codes that name none.
const (
	defaultSize   = 600
	defaultMargin = 2
)

func (a *api) qrCode(w http.ResponseWriter, c *compat.Call) error {
	query := c.URL.Query()
	if query.Get("logo") != "" {
		return unsupported("logo", "Linnet draws logos of its media library in saved codes. Leave this out.")
	}
	if err := link.CheckURL(query.Get("url"), nil); err != nil {
		return invalid("url", "Enter the address to encode, such as https://example.com/.")
	}
	l := look.Defaults()
	l.Level = look.Level(cmp.Or(query.Get("level"), string(look.Low)))
	l.Dark = strings.ToLower(cmp.Or(query.Get("fgColor"), "#000000"))
	l.Light = strings.ToLower(cmp.Or(query.Get("bgColor"), "#ffffff"))
	var err error
	if l.Size, err = c.Int("size", defaultSize); err != nil {
		return err
	}
	if l.Margin, err = c.Int("margin", defaultMargin); err != nil {
		return err
	}
	if query.Get("includeMargin") == "false" {
		l.Margin = 0
	}
	if err := l.Validate(); err != nil {
		return err
	}
	file, err := a.QRCodes.Draw(c.Context(), c.Actor, qr.Drawing{Text: query.Get("url"), Look: l, Format: picture.PNG})
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", picture.PNG.MediaType())
	w.Header().Set("Cache-Control", "private, no-cache")
	_, _ = w.Write(file) // the client may have disconnected
	return nil
}
