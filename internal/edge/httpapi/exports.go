package httpapi

import (
	"context"
	"io"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/core/job"
	"linnet/internal/core/link"
	"linnet/internal/core/transfer"
	"linnet/internal/edge/apikit"
)

// jsonFileType says of a file what is in it, and that it is no answer of ours.
const jsonFileType = "application/vnd.linnet.links+json"

type createExportInput struct {
	Body struct {
		Format    string   `json:"format,omitempty" enum:"csv,json" default:"csv"`
		IDs       []string `json:"ids,omitempty" maxItems:"1000" doc:"Only these links."`
		Search    string   `json:"search,omitempty" maxLength:"200" doc:"In alias, destination, title and comments, whatever the case."`
		Domain    string   `json:"domain,omitempty" doc:"A host."`
		Tags      []string `json:"tags,omitempty" doc:"Names; links that have one of them."`
		FolderID  string   `json:"folderId,omitempty"`
		Statuses  []string `json:"statuses,omitempty" doc:"Links that are in one of them: active, scheduled, expired, archived, blocked."`
		CreatedBy string   `json:"createdBy,omitempty" doc:"A user's id."`
	} `nameHint:"CreateExport" required:"false"`
}

func (a *API) createExport(ctx context.Context, in *createExportInput) (*jobOutput, error) {
	b := in.Body
	return jobAnswer(a.Transfers.StartExport(ctx, apikit.ActorOf(ctx), transfer.ExportOptions{
		Format: transfer.Format(b.Format), IDs: b.IDs, Filter: link.Filter{
			Search: b.Search, Domain: b.Domain, Tags: b.Tags, FolderID: b.FolderID, CreatedBy: b.CreatedBy,
			Statuses: apikit.Map(b.Statuses, func(s string) link.Status { return link.Status(s) }),
		},
	}))
}

// output sends what a job has written.
func (a *API) output(kind job.Kind) func(context.Context, *JobPath) (*huma.StreamResponse, error) {
	return func(ctx context.Context, in *JobPath) (*huma.StreamResponse, error) {
		name, file, err := a.Transfers.Output(ctx, apikit.ActorOf(ctx), kind, in.ID)
		if err != nil {
			return nil, err
		}
		media := csvType
		if strings.HasSuffix(name, ".json") && kind == job.Export {
			media = jsonFileType
		}
		return apikit.Download(io.NopCloser(file), media, name, -1), nil
	}
}
