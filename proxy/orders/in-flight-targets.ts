/** The units and cities that requests in flight are about. */
export class InFlightTargets {
  readonly #units: number[] = [];
  readonly #cities: number[] = [];

  hasUnit(unitId: number): boolean {
    return this.#units.includes(unitId);
  }

  hasCity(cityId: number): boolean {
    return this.#cities.includes(cityId);
  }

  /** Adds the unit and city a packet is about. Call the result when the server has processed the packet. */
  begin(fields: object): () => void {
    const unit = numberAt(fields, 'unitId') ?? numberAt(fields, 'actorId') ?? numberAt(fields, 'cargoId');
    const city = numberAt(fields, 'cityId');
    if (unit !== undefined) this.#units.push(unit);
    if (city !== undefined) this.#cities.push(city);
    return () => {
      if (unit !== undefined) this.#units.splice(this.#units.indexOf(unit), 1);
      if (city !== undefined) this.#cities.splice(this.#cities.indexOf(city), 1);
    };
  }
}

function numberAt(fields: object, name: string): number | undefined {
  const value: unknown = Reflect.get(fields, name);
  return typeof value === 'number' ? value : undefined;
}
