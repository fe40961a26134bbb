package bitly

import (
	"encoding/base64"
	"net/http"
	"strings"

	"linnet/internal/core/link"
	"linnet/internal/core/qr"
	"linnet/internal/core/qr/picture"
	"linnet/internal/edge/compat"
)

// qr answers with the QR code of a bitlink in the look of its domain, as a data URL.
func (a *api) qr(w http.ResponseWriter, c *compat.Call, l *link.Link) error {
	format := picture.SVG
	switch c.URL.Query().Get("image_format") {
	case "", "svg":
	case "png":
		format = picture.PNG
	default:
		return invalid("image_format", "The format is svg or png.")
	}
	look, err := a.QRCodes.LookOf(c.Context(), c.Actor, l.ID, nil)
	if err != nil {
		return err
	}
	file, err := a.QRCodes.Draw(c.Context(), c.Actor, qr.Drawing{
		Text: link.ScanURL(a.Scheme, l.Domain, firstAlias(l)), Look: look, Format: format,
	})
	if err != nil {
		return err
	}
	mediaType, _, _ := strings.Cut(format.MediaType(), ";")
	return compat.WriteJSON(w, http.StatusOK, map[string]string{
		"link":       link.ShortURL(a.Scheme, l.Domain, firstAlias(l)),
		"bitlink_id": idOf(l),
		"qr_code":    "data:" + mediaType + ";base64," + base64.StdEncoding.EncodeToString(file),
	})
}
