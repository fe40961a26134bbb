// Typed by hand until the server's OpenAPI document is there; `npm run gen:api` replaces this file.
interface Problem { code?: string; message?: string; detail?: string; errors?: { field: string; message: string }[] }
interface User { id?: string; email: string; firstName: string; lastName: string }
interface Call<Query, Body, Answer> {
  parameters: { query?: Query; header?: never; path?: never; cookie?: never };
  requestBody: [Body] extends [never] ? undefined : { content: { 'application/json': Body } };
  responses: {
    200: { headers: Record<string, unknown>; content: { 'application/json': Answer } };
    default: { headers: Record<string, unknown>; content: { 'application/problem+json': Problem } };
  };
}
interface Post<Body, Answer> { parameters: Record<string, never>; post: Call<never, Body, Answer> }
interface Get<Answer> { parameters: Record<string, never>; get: Call<never, never, Answer> }

export interface SignupBody {
  firstName: string; lastName: string; email: string; password: string; passwordConfirmation: string;
  country: string; countryCode: string; phoneNumber: string; ipAddress: string;
}
export interface paths {
  '/auth/signup': Post<SignupBody, { token?: string; user?: User; message?: string }>;
  '/auth/login': Post<{ email: string; password: string }, { token: string; user: User }>;
  '/auth/logout': Post<never, Record<string, never>>;
  '/auth/forgot-password': Post<{ email: string }, { message?: string }>;
  '/auth/reset-password': Post<{ token: string; password: string; passwordConfirmation: string }, { message?: string }>;
  '/ip': Get<{ ip: string }>;
  '/packages': Get<{ monthly: PackageOffer[]; yearly: PackageOffer[] }>;
  '/dashboard/usage': Get<{
    plan: string;
    links: { used: number; limit: number };
    clicks: { used: number; limit: number };
    qrCodes: { used: number };
  }>;
}
export interface PackageOffer { id: string; name: string; price: string; features: string[]; isMostPopular: boolean }
