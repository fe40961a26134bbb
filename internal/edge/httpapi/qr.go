package httpapi

import (
	"cmp"
	"context"
	"mime"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/fault"
	"linnet/internal/core/link"
	"linnet/internal/core/qr"
	"linnet/internal/edge/apikit"
)

type drawQRInput struct {
	URL      string `query:"url" doc:"The text to encode, instead of linkId." example:"https://example.com/"`
	LinkID   string `query:"linkId" doc:"The link to encode. Visits by the code are counted as scans."`
	CodeID   string `query:"codeId" doc:"A saved code to encode, instead of linkId. Its look is ignored."`
	Format   string `query:"format" enum:"svg,png" default:"svg"`
	Size     int    `query:"size" minimum:"64" maximum:"4096" default:"512" doc:"The width and height in pixels, margin included."`
	Margin   int    `query:"margin" minimum:"0" maximum:"20" default:"4" doc:"The margin in modules; scanners expect 4."`
	Level    string `query:"level" enum:"L,M,Q,H" default:"M" doc:"The error correction level: recovers about 7, 15, 25 or 30% of the code."`
	Dark     string `query:"dark" default:"#101d1e" doc:"A hex color, with a high contrast to light."`
	Light    string `query:"light" default:"#ffffff"`
	Download bool   `query:"download" doc:"True sends the image as an attachment with a file name."`
}

type imageOutput struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition" doc:"The file name, with download=true."`
	Body        []byte
}

func (a *API) drawQR(ctx context.Context, in *drawQRInput) (*imageOutput, error) {
	content, name, err := a.qrContent(ctx, in)
	if err != nil {
		return nil, err
	}
	picture, err := a.QRCodes.Draw(apikit.ActorOf(ctx), content, qr.Look{
		Size: in.Size, Margin: in.Margin, Level: qr.Level(in.Level), Dark: strings.ToLower(in.Dark), Light: strings.ToLower(in.Light),
	})
	if err != nil {
		return nil, err
	}
	out := &imageOutput{ContentType: "image/svg+xml"}
	if in.Format == "png" {
		out.ContentType = "image/png"
		out.Body, err = picture.PNG()
	} else {
		out.Body = picture.SVG()
	}
	if in.Download {
		out.Disposition = mime.FormatMediaType("attachment", map[string]string{"filename": name + "." + in.Format})
	}
	return out, err
}

// qrContent returns the text to encode, and the name of a file with the code.
func (a *API) qrContent(ctx context.Context, in *drawQRInput) (content, name string, err error) {
	switch {
	case in.CodeID != "":
		c, err := a.QRCodes.Get(ctx, apikit.ActorOf(ctx), in.CodeID)
		return codeURL(c, a.publicURL.Scheme), qrFileName(cmp.Or(c.Name, c.Link.Alias)), err
	case (in.URL == "") == (in.LinkID == ""):
		return "", "", fault.New(fault.Invalid, "Send exactly one of url, linkId and codeId.").At("url")
	case in.URL != "":
		var faults fault.List
		faults.AddErr("url", link.CheckURL(in.URL, nil))
		return in.URL, "qr-code", faults.Err()
	}
	l, err := a.Links.Get(ctx, apikit.ActorOf(ctx), in.LinkID)
	if err != nil {
		return "", "", err
	}
	return scanURL(a.publicURL.Scheme, l.Domain, l.Alias()), qrFileName(l.Alias()), nil
}

// qrFileName returns a file name without extension. It has no path separators
// and does not begin with a dot.
func qrFileName(name string) string {
	name = strings.Trim(strings.NewReplacer("/", "-", "\\", "-", "*", "").Replace(name), "-.")
	return cmp.Or(name, "qr-code")
}

// describeImages documents the image formats, which huma cannot derive.
func describeImages(doc *huma.OpenAPI) {
	file := &huma.MediaType{Schema: apikit.BinarySchema()}
	doc.Paths["/qr"].Get.Responses["200"].Content = map[string]*huma.MediaType{"image/svg+xml": file, "image/png": file}
}
