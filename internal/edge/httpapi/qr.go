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
	URL      string `query:"url" doc:"What the code holds, as it is; instead of linkId." example:"https://example.com/"`
	LinkID   string `query:"linkId" doc:"The link that the code leads to; visits count as scans."`
	CodeID   string `query:"codeId" doc:"A saved code, instead of linkId: it holds that code's own address. The look is given as ever."`
	Format   string `query:"format" enum:"svg,png" default:"svg"`
	Size     int    `query:"size" minimum:"64" maximum:"4096" default:"512" doc:"Pixels of a side, margin included."`
	Margin   int    `query:"margin" minimum:"0" maximum:"20" default:"4" doc:"Light modules around the code; scanners expect 4."`
	Level    string `query:"level" enum:"L,M,Q,H" default:"M" doc:"How much may be damaged: about 7, 15, 25 or 30 per cent."`
	Dark     string `query:"dark" default:"#101d1e" doc:"A colour, well darker than light."`
	Light    string `query:"light" default:"#ffffff"`
	Download bool   `query:"download" doc:"Give the file a name, and ask browsers to save it."`
}

type pictureOutput struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition" doc:"With the file's name, for download."`
	Body        []byte
}

func (a *API) drawQR(ctx context.Context, in *drawQRInput) (*pictureOutput, error) {
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
	out := &pictureOutput{ContentType: "image/svg+xml"}
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

// qrContent returns what the code holds, and what a file of it is called.
func (a *API) qrContent(ctx context.Context, in *drawQRInput) (content, name string, err error) {
	switch {
	case in.CodeID != "":
		c, err := a.QRCodes.Get(ctx, apikit.ActorOf(ctx), in.CodeID)
		return codeURL(c, a.publicURL.Scheme), qrFileName(cmp.Or(c.Name, c.Link.Alias)), err
	case (in.URL == "") == (in.LinkID == ""):
		return "", "", fault.New(fault.Invalid, "Say what the code holds: either url, linkId or codeId.").At("url")
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

// qrFileName returns the name of a code's file, without its ending. No part of
// it looks like a folder, and no file hides itself.
func qrFileName(name string) string {
	name = strings.Trim(strings.NewReplacer("/", "-", "\\", "-", "*", "").Replace(name), "-.")
	return cmp.Or(name, "qr-code")
}

// describePictures tells of the two kinds of pictures, which the framework
// cannot see.
func describePictures(doc *huma.OpenAPI) {
	file := &huma.MediaType{Schema: apikit.BinarySchema()}
	doc.Paths["/qr"].Get.Responses["200"].Content = map[string]*huma.MediaType{"image/svg+xml": file, "image/png": file}
}
