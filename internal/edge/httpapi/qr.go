package httpapi

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/fault"
	"linnet/internal/core/link"
	"linnet/internal/core/qr"
	"linnet/internal/core/qr/content"
	"linnet/internal/core/qr/look"
	"linnet/internal/core/qr/picture"
	"linnet/internal/edge/apikit"
)

type drawQRInput struct {
	URL      string `query:"url" doc:"The text to encode, instead of linkId." example:"https://example.com/"`
	LinkID   string `query:"linkId" doc:"The link to encode. Visits by the code are counted as scans."`
	CodeID   string `query:"codeId" doc:"A saved code to encode, instead of linkId."`
	Static   string `query:"staticContent" maxLength:"8000" doc:"A static content as JSON, instead of linkId." example:"{\"type\":\"wifi\",\"ssid\":\"Guests\",\"security\":\"none\"}"`
	Format   string `query:"format" enum:"svg,png,jpeg,webp,pdf,eps" default:"svg" doc:"The file format. In jpeg, transparent parts have the light color."`
	Download bool   `query:"download" doc:"True sends the image as an attachment with a file name."`
	Known    string `header:"If-None-Match" doc:"An ETag of an earlier response. The response is 304 if the image is the same."`
	QRPrintParams
	// Omitted parameters have the values of the saved code, of the default look of the
	// link's domain, or of look.Defaults.
	Look apikit.Query[look.Look]
}

// QRPrintParams is the printed size of a code.
type QRPrintParams struct {
	MM  float64 `query:"mm" json:"mm,omitempty" minimum:"0" maximum:"2000" doc:"The printed width in millimeters, from 5, instead of size. 0: that of size, with 96 pixels per inch." example:"30"`
	DPI int     `query:"dpi" json:"dpi,omitempty" minimum:"0" maximum:"1200" doc:"Pixels per inch of PNG, JPEG and WebP in a printed width, from 72. 0: 300." example:"300"`
}

func (p QRPrintParams) core() picture.PrintSize {
	return picture.PrintSize{Millimeters: p.MM, DPI: p.DPI}
}

type imageOutput struct {
	Status      int
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition" doc:"The file name, with download=true."`
	ETag        string `header:"ETag" doc:"Identifies the image, for If-None-Match."`
	Cache       string `header:"Cache-Control"`
	Body        []byte
}

// unchanged reports whether the client has the image, and then makes the output a 304.
func (o *imageOutput) unchanged(known string) bool {
	if apikit.NoneMatch(known, o.ETag) {
		return false
	}
	o.Status, o.ContentType, o.Disposition = http.StatusNotModified, "", ""
	return true
}

func (a *API) drawQR(ctx context.Context, in *drawQRInput) (*imageOutput, error) {
	content, err := a.qrContent(ctx, in)
	if err != nil {
		return nil, err
	}
	format, size := picture.Format(in.Format), in.core()
	out := &imageOutput{Status: http.StatusOK, ContentType: format.MediaType(), Cache: "private, no-cache"}
	if out.ETag, err = a.imageTag(content.text, content.look, format, size); err != nil || out.unchanged(in.Known) {
		return out, err
	}
	drawing := qr.Drawing{Text: content.text, Look: content.look, Print: size, Format: format}
	out.Body, err = a.QRCodes.Draw(ctx, apikit.ActorOf(ctx), drawing)
	if in.Download {
		out.Disposition = mime.FormatMediaType("attachment", map[string]string{"filename": content.fileName + "." + in.Format})
	}
	return out, err
}

// imageTag returns the ETag of an image, without drawing it: the same input yields the
// same bytes in one version of the program, and images of the library never change.
func (a *API) imageTag(text string, l look.Look, format picture.Format, size picture.PrintSize) (string, error) {
	raw, err := json.Marshal([]any{a.version, text, l, format, size})
	if err != nil {
		return "", fmt.Errorf("compute an ETag: %w", err)
	}
	sum := sha256.Sum256(raw)
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:15]) + `"`, nil
}

// qrContent is a code to draw.
type qrContent struct {
	text     string
	fileName string // without extension
	look     look.Look
}

// qrContent returns the code that a request selects.
func (a *API) qrContent(ctx context.Context, in *drawQRInput) (qrContent, error) {
	actor := apikit.ActorOf(ctx)
	if in.CodeID != "" {
		c, err := a.QRCodes.Get(ctx, actor, in.CodeID)
		return qrContent{codeText(c, a.publicURL.Scheme), qr.FileName(c.Label()), look.Edit(in.Look.Onto).On(c.Look)}, err
	}
	sources := 0
	for _, source := range []string{in.URL, in.LinkID, in.Static} {
		if source != "" {
			sources++
		}
	}
	if sources != 1 {
		return qrContent{}, fault.New(fault.Invalid, "Send exactly one of url, linkId, codeId and staticContent.").At("url")
	}
	if in.LinkID == "" {
		return anyContent(in)
	}
	target, err := a.Links.Get(ctx, actor, in.LinkID)
	if err != nil {
		return qrContent{}, err
	}
	drawn, err := a.QRCodes.LookOf(ctx, actor, in.LinkID, in.Look.Onto)
	return qrContent{link.ScanURL(a.publicURL.Scheme, target.Domain, target.Alias()), qr.FileName(target.Alias()), drawn}, err
}

// anyContent returns the code of a URL or a static content.
func anyContent(in *drawQRInput) (qrContent, error) {
	l := look.Edit(in.Look.Onto).On(look.Defaults())
	if in.Static != "" {
		static, err := content.Decode([]byte(in.Static), "staticContent")
		if err == nil && static.IsZero() {
			err = errNoStatic()
		}
		return qrContent{static.Text(), qr.FileName(static.Label()), l}, err
	}
	var faults fault.List
	faults.AddErr("url", link.CheckURL(in.URL, nil))
	return qrContent{in.URL, "qr-code", l}, faults.Err()
}

// describeImages documents the image formats, which huma cannot derive.
func describeImages(doc *huma.OpenAPI) {
	content := map[string]*huma.MediaType{}
	for _, format := range picture.Formats() {
		content[format.MediaType()] = &huma.MediaType{Schema: apikit.BinarySchema()}
	}
	for _, path := range []string{"/qr", "/public/qr/{token}"} {
		doc.Paths[path].Get.Responses["200"].Content = content
		doc.Paths[path].Get.Responses["304"] = &huma.Response{Description: "The client has the image."}
	}
}
