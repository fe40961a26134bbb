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
	CodeID   string `query:"codeId" doc:"A saved code to encode, instead of linkId."`
	Format   string `query:"format" enum:"svg,png" default:"svg"`
	Download bool   `query:"download" doc:"True sends the image as an attachment with a file name."`

	// Omitted parameters have the values of the saved code, of the default look of
	// the link's domain, or of qr.Defaults.
	Size   apikit.Param[int]    `query:"size" minimum:"64" maximum:"4096" doc:"The width and height in pixels, margin included. Omitted: that of the saved code or of the domain's default look, else 512."`
	Margin apikit.Param[int]    `query:"margin" minimum:"0" maximum:"20" doc:"The margin in modules; scanners expect 4. Omitted: as size, else 4."`
	Level  apikit.Param[string] `query:"level" enum:"L,M,Q,H" doc:"The error correction level: recovers about 7, 15, 25 or 30% of the code. Omitted: as size, else M."`
	Dark   apikit.Param[string] `query:"dark" doc:"A hex color, with a high contrast to light. Omitted: as size, else #101d1e." example:"#101d1e"`
	Light  apikit.Param[string] `query:"light" doc:"Omitted: as size, else #ffffff." example:"#ffffff"`
}

func (in *drawQRInput) look() qr.LookPatch {
	return qr.LookPatch{
		Size: in.Size.Pointer(), Margin: in.Margin.Pointer(), Level: (*qr.Level)(in.Level.Pointer()),
		Dark: in.Dark.Pointer(), Light: in.Light.Pointer(),
	}
}

type imageOutput struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition" doc:"The file name, with download=true."`
	Body        []byte
}

func (a *API) drawQR(ctx context.Context, in *drawQRInput) (*imageOutput, error) {
	content, err := a.qrContent(ctx, in)
	if err != nil {
		return nil, err
	}
	picture, err := a.QRCodes.Draw(apikit.ActorOf(ctx), content.text, content.look)
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
		out.Disposition = mime.FormatMediaType("attachment", map[string]string{"filename": content.fileName + "." + in.Format})
	}
	return out, err
}

// qrContent is a code to draw.
type qrContent struct {
	text     string
	fileName string // without extension
	look     qr.Look
}

// qrContent returns the code that a request selects.
func (a *API) qrContent(ctx context.Context, in *drawQRInput) (qrContent, error) {
	actor := apikit.ActorOf(ctx)
	switch {
	case in.CodeID != "":
		c, err := a.QRCodes.Get(ctx, actor, in.CodeID)
		return qrContent{codeURL(c, a.publicURL.Scheme), qrFileName(cmp.Or(c.Name, c.Link.Alias)), in.look().On(c.Look)}, err
	case (in.URL == "") == (in.LinkID == ""):
		return qrContent{}, fault.New(fault.Invalid, "Send exactly one of url, linkId and codeId.").At("url")
	case in.URL != "":
		var faults fault.List
		faults.AddErr("url", link.CheckURL(in.URL, nil))
		return qrContent{in.URL, "qr-code", in.look().On(qr.Defaults())}, faults.Err()
	}
	l, err := a.Links.Get(ctx, actor, in.LinkID)
	if err != nil {
		return qrContent{}, err
	}
	look, err := a.QRCodes.LookOf(ctx, actor, in.LinkID, in.look())
	return qrContent{scanURL(a.publicURL.Scheme, l.Domain, l.Alias()), qrFileName(l.Alias()), look}, err
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
