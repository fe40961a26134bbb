package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/job"
	"linnet/internal/core/transfer"
	"linnet/internal/edge/apikit"
)

// Transfers moves links in and out.
type Transfers interface {
	Upload(ctx context.Context, actor access.Actor, name string, file io.Reader) (job.Job, error)
	Preview(ctx context.Context, actor access.Actor, id string, o transfer.Options) (transfer.Preview, error)
	Start(ctx context.Context, actor access.Actor, id string, o transfer.Options) (job.Job, error)
	StartExport(ctx context.Context, actor access.Actor, o transfer.ExportOptions) (job.Job, error)
	Output(ctx context.Context, actor access.Actor, kind job.Kind, id string) (name string, file io.Reader, err error)
}

// ImportOptions are what is decided about an import.
type ImportOptions struct {
	Mapping    map[string]string `json:"mapping,omitempty" doc:"Which column, by its header, holds which field of a link; as the headers suggest unless given." example:"{\"url\":\"Long URL\"}"`
	OnConflict string            `json:"onConflict,omitempty" enum:"skip,suffix,update" default:"skip" doc:"What to do with a row whose alias is taken."`
	Domain     string            `json:"domain,omitempty" maxLength:"255" doc:"A host, for rows that name none of the workspace's; the default domain unless given."`
	DryRun     bool              `json:"dryRun,omitempty" doc:"Report what would happen, and change nothing."`
	Partly     bool              `json:"partly,omitempty" doc:"Import what the plan has room for, where that is not all."`
}

func (o ImportOptions) core() transfer.Options {
	out := transfer.Options{OnConflict: transfer.Policy(o.OnConflict), Domain: o.Domain, DryRun: o.DryRun, Partly: o.Partly}
	if o.Mapping != nil {
		out.Mapping = make(map[transfer.Field]string, len(o.Mapping))
		for field, column := range o.Mapping {
			out.Mapping[transfer.Field(field)] = column
		}
	}
	return out
}

type createImportInput struct {
	Name       string `query:"name" maxLength:"255" doc:"Of the file, for people; that of the upload unless given."`
	Start      bool   `query:"start" default:"true" doc:"Start at once; false keeps the file as a draft."`
	Mapping    string `query:"mapping" doc:"Which column holds which field, as a JSON object; as the headers suggest unless given." example:"{\"url\":\"Long URL\"}"`
	OnConflict string `query:"onConflict" enum:"skip,suffix,update" default:"skip" doc:"What to do with a row whose alias is taken."`
	Domain     string `query:"domain" maxLength:"255" doc:"A host, for rows that name none of the workspace's; the default domain unless given."`
	DryRun     bool   `query:"dryRun" doc:"Report what would happen, and change nothing."`
	Partly     bool   `query:"partly" doc:"Import what the plan has room for, where that is not all."`

	body        io.Reader
	contentType string
}

// Resolve takes the body as it comes: a file is not held in memory.
func (in *createImportInput) Resolve(hc huma.Context) []error {
	in.body = apikit.UploadBody(hc)
	in.contentType = hc.Header("Content-Type")
	return nil
}

func (a *API) createImport(ctx context.Context, in *createImportInput) (*jobOutput, error) {
	options := ImportOptions{OnConflict: in.OnConflict, Domain: in.Domain, DryRun: in.DryRun, Partly: in.Partly}
	if in.Mapping != "" && json.Unmarshal([]byte(in.Mapping), &options.Mapping) != nil {
		return nil, fault.New(fault.Invalid, `mapping: Write it as a JSON object, such as {"url":"Long URL"}.`).At("mapping")
	}
	name, file, err := in.file()
	if err != nil {
		return nil, err
	}
	j, err := a.Transfers.Upload(ctx, apikit.ActorOf(ctx), name, file)
	if err != nil || !in.Start {
		return jobAnswer(j, err)
	}
	started, err := a.Transfers.Start(ctx, apikit.ActorOf(ctx), j.ID, options.core())
	if err != nil { // the caller has no id to come back with
		err = errors.Join(err, a.Jobs.Remove(ctx, apikit.ActorOf(ctx), j.ID))
	}
	return jobAnswer(started, err)
}

// maxFormPreamble is the most that a form may hold before its part named file,
// in bytes.
const maxFormPreamble = 256 << 10

// file returns the uploaded file and its name.
func (in *createImportInput) file() (name string, file io.Reader, err error) {
	media, params, err := mime.ParseMediaType(in.contentType)
	if err != nil || media != "multipart/form-data" {
		return in.Name, in.body, nil //nolint:nilerr // a body without a type is a file as it is
	}
	form := &io.LimitedReader{R: in.body, N: maxFormPreamble}
	parts := multipart.NewReader(form, params["boundary"])
	for {
		part, err := parts.NextPart()
		if err != nil && form.N <= 0 {
			return "", nil, fault.New(fault.Invalid, "file: Put the file first: other parts of the form exceed 256 KiB.").At("file")
		}
		if err != nil {
			return "", nil, fault.New(fault.Invalid, "file: The form has no part named file.").At("file")
		}
		if part.FormName() == "file" {
			form.N = transfer.MaxBytes + maxFormPreamble // Upload reports a file that exceeds MaxBytes
			if in.Name == "" {
				return part.FileName(), part, nil
			}
			return in.Name, part, nil
		}
	}
}

type importOptionsInput struct {
	JobPath
	Body ImportOptions
}

func (a *API) startImport(ctx context.Context, in *importOptionsInput) (*jobOutput, error) {
	return jobAnswer(a.Transfers.Start(ctx, apikit.ActorOf(ctx), in.ID, in.Body.core()))
}

// ImportPreview tells what an import would do.
type ImportPreview struct {
	Service *string           `json:"service" doc:"Whose export it looks like; null when that is not known." example:"Bitly"`
	Rows    int               `json:"rows" doc:"Rows of links in the file."`
	Columns []ImportColumn    `json:"columns"`
	Mapping map[string]string `json:"mapping" doc:"Fields of a link, and the columns that hold them: as given, else as the headers suggest."`
	Fields  []string          `json:"fields" doc:"All fields that a column may hold."`
	Judged  int               `json:"judged" doc:"How many rows the figures are of: the first. 0 while no column holds the destinations."`
	Counts  ImportCounts      `json:"counts"`
	Items   []ImportRow       `json:"items" doc:"The first rows, and the first that would fail."`
	Room    *int              `json:"room" doc:"Links that the plan has room for; null: any number."`
	Foreign []string          `json:"foreign" doc:"Hosts in the file that are not the workspace's; their links go to the chosen domain."`
}

// ImportColumn is a column of a file.
type ImportColumn struct {
	Name    string   `json:"name"`
	Samples []string `json:"samples" doc:"Its first cells that are not empty."`
}

// ImportCounts is what becomes of the judged rows.
type ImportCounts struct {
	Created   int `json:"created"`
	Updated   int `json:"updated"`
	Unchanged int `json:"unchanged"`
	Skipped   int `json:"skipped"`
	Failed    int `json:"failed"`
}

// ImportRow is a row and what it would do.
type ImportRow struct {
	Row      int                   `json:"row"`
	Line     int                   `json:"line" doc:"Of the file."`
	Result   string                `json:"result" enum:"created,updated,unchanged,skipped,failed"`
	ShortURL *string               `json:"shortUrl"`
	URL      string                `json:"url"`
	Title    *string               `json:"title"`
	Note     *string               `json:"note" doc:"Why, in a sentence."`
	Errors   []apikit.FieldProblem `json:"errors" doc:"What is wrong with the row, by field."`
}

type previewOutput struct{ Body ImportPreview }

func (a *API) previewImport(ctx context.Context, in *importOptionsInput) (*previewOutput, error) {
	got, err := a.Transfers.Preview(ctx, apikit.ActorOf(ctx), in.ID, in.Body.core())
	if err != nil {
		return nil, err
	}
	out := ImportPreview{
		Service: apikit.TextOrNull(got.Service), Rows: got.Rows, Judged: got.Judged, Mapping: map[string]string{}, Foreign: apikit.OrEmpty(got.Foreign),
		Fields: apikit.Map(transfer.Fields(), func(f transfer.Field) string { return string(f) }),
		Columns: apikit.Map(got.Columns, func(c transfer.Column) ImportColumn {
			return ImportColumn{Name: c.Name, Samples: apikit.OrEmpty(c.Samples)}
		}),
		Counts: ImportCounts{
			Created: got.Counts[transfer.Created], Updated: got.Counts[transfer.Updated], Unchanged: got.Counts[transfer.Unchanged],
			Skipped: got.Counts[transfer.Skipped], Failed: got.Counts[transfer.Failed],
		},
		Items: apikit.Map(got.Shown, importRowOf),
	}
	for field, column := range got.Mapping {
		out.Mapping[string(field)] = column
	}
	if got.Room >= 0 {
		out.Room = &got.Room
	}
	return &previewOutput{out}, nil
}

func importRowOf(r transfer.Judged) ImportRow {
	return ImportRow{
		Row: r.Row, Line: r.Line, Result: string(r.Action), ShortURL: apikit.TextOrNull(r.ShortURL), URL: r.URL, Title: apikit.TextOrNull(r.Title), Note: apikit.TextOrNull(r.Note),
		Errors: apikit.Map(r.Faults, func(f fault.Field) apikit.FieldProblem { return apikit.FieldProblem(f) }),
	}
}

// describeFiles documents the files of imports and exports, which huma cannot
// derive.
func describeFiles(doc *huma.OpenAPI) {
	file := apikit.BinarySchema()
	doc.Paths["/imports"].Post.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
		"text/csv": {Schema: file},
		"multipart/form-data": {Schema: &huma.Schema{
			Type: huma.TypeObject, Properties: map[string]*huma.Schema{"file": file}, Required: []string{"file"},
		}},
	}}
	for path, types := range map[string][]string{"/imports/{id}/report": {csvType}, "/exports/{id}/file": {csvType, jsonFileType}} {
		content := map[string]*huma.MediaType{}
		for _, contentType := range types {
			content[contentType] = &huma.MediaType{Schema: file}
		}
		doc.Paths[path].Get.Responses["200"] = &huma.Response{Description: "The file.", Content: content}
	}
}
