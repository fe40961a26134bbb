package httpapi

import (
	"context"

	"linnet/internal/core/qr"
	"linnet/internal/core/qr/picture"
	"linnet/internal/edge/apikit"
)

type createQRArchiveInput struct {
	Body struct {
		Format string   `json:"format,omitempty" enum:"svg,png,jpeg,webp,pdf,eps" default:"png"`
		IDs    []string `json:"ids,omitempty" maxItems:"1000" doc:"Ids of codes. Absent: those that match search and linkId, else all."`
		Search string   `json:"search,omitempty" maxLength:"200" doc:"Words in the name, in the alias, destination, title or note of the link, or in the static content; case-insensitive."`
		LinkID string   `json:"linkId,omitempty" doc:"The id of a link."`
	} `nameHint:"CreateQRCodeArchive" required:"false"`
}

func (a *API) createQRArchive(ctx context.Context, in *createQRArchiveInput) (*apikit.Output[Job], error) {
	return jobResponse(a.QRArchives.Start(ctx, apikit.ActorOf(ctx), qr.ArchiveOptions{
		Format: picture.Format(in.Body.Format),
		IDs:    in.Body.IDs,
		Search: in.Body.Search,
		LinkID: in.Body.LinkID,
	}))
}

// QRCodeText returns a function from a code to the text that it encodes. scheme is that of
// short links.
func QRCodeText(scheme string) func(qr.Code) string {
	return func(c qr.Code) string { return codeText(c, scheme) }
}
