package httpapi

import (
	"cmp"
	"context"
	"mime"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/fault"
	"linnet/internal/core/link"
	"linnet/internal/core/qr/look"
	"linnet/internal/core/qr/picture"
	"linnet/internal/edge/apikit"
)

type drawQRInput struct {
	URL      string `query:"url" doc:"The text to encode, instead of linkId." example:"https://example.com/"`
	LinkID   string `query:"linkId" doc:"The link to encode. Visits by the code are counted as scans."`
	CodeID   string `query:"codeId" doc:"A saved code to encode, instead of linkId."`
	Format   string `query:"format" enum:"svg,png,webp,pdf,eps" default:"svg"`
	Download bool   `query:"download" doc:"True sends the image as an attachment with a file name."`
	QRLookParams
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
	code, err := a.QRCodes.Draw(apikit.ActorOf(ctx), content.text, content.look)
	if err != nil {
		return nil, err
	}
	format := picture.Format(in.Format)
	out := &imageOutput{ContentType: format.MediaType()}
	out.Body, err = code.Encode(format)
	if in.Download {
		out.Disposition = mime.FormatMediaType("attachment", map[string]string{"filename": content.fileName + "." + in.Format})
	}
	return out, err
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
	switch {
	case in.CodeID != "":
		c, err := a.QRCodes.Get(ctx, actor, in.CodeID)
		return qrContent{codeURL(c, a.publicURL.Scheme), qrFileName(cmp.Or(c.Name, c.Link.Alias)), in.core().On(c.Look)}, err
	case (in.URL == "") == (in.LinkID == ""):
		return qrContent{}, fault.New(fault.Invalid, "Send exactly one of url, linkId and codeId.").At("url")
	case in.URL != "":
		var faults fault.List
		faults.AddErr("url", link.CheckURL(in.URL, nil))
		return qrContent{in.URL, "qr-code", in.core().On(look.Defaults())}, faults.Err()
	}
	target, err := a.Links.Get(ctx, actor, in.LinkID)
	if err != nil {
		return qrContent{}, err
	}
	drawn, err := a.QRCodes.LookOf(ctx, actor, in.LinkID, in.core())
	return qrContent{scanURL(a.publicURL.Scheme, target.Domain, target.Alias()), qrFileName(target.Alias()), drawn}, err
}

// qrFileName returns a file name without extension. It has no path separators
// and does not begin with a dot.
func qrFileName(name string) string {
	name = strings.Trim(strings.NewReplacer("/", "-", "\\", "-", "*", "").Replace(name), "-.")
	return cmp.Or(name, "qr-code")
}

// describeImages documents the image formats, which huma cannot derive.
func describeImages(doc *huma.OpenAPI) {
	content := map[string]*huma.MediaType{}
	for _, format := range picture.Formats() {
		content[format.MediaType()] = &huma.MediaType{Schema: apikit.BinarySchema()}
	}
	doc.Paths["/qr"].Get.Responses["200"].Content = content
}
