/** A vector as pgvector reads it. Six digits after the point: unit vectors of 384 numbers keep their inner products to 1e-6. */
export function vectorLiteral(vector: Float32Array): string {
  let text = "[";
  for (let i = 0; i < vector.length; i++) text += (i === 0 ? "" : ",") + vector[i]!.toFixed(6);
  return `${text}]`;
}
