/** A variable that a request can use, with the scope that its value comes from. */
export interface VisibleVariable {
  name: string;
  value: string;
  scope: string;
  secret: boolean;
}
